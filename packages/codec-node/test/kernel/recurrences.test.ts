import { expect } from 'chai';
import { createKernel, createKernelMemory, kernelBase } from '../../src/kernel/kernel.js';
import { samples, sampleKinds } from '../rigs/samples.js';
import { seededTest } from '../rigs/seeded-test.js';

const lookAheadBytes = 8;
const maxBytes = 4096;
const memory = createKernelMemory(maxBytes);
const kernel = createKernel(memory);

const countsOf = (bytes: Uint8Array): { readonly positions: number; readonly repeats: number; readonly recurrences: number } => {
  new Uint8Array(memory.buffer, kernelBase, bytes.byteLength).set(bytes);
  const positions = bytes.byteLength - lookAheadBytes;
  return {
    positions,
    repeats: kernel.repeats(kernelBase, positions),
    recurrences: kernel.recurrences(kernelBase, positions),
  };
};

describe('recurrences', () => {
  seededTest('are at least half as many as repeats, whatever the bytes are', async (random) => {
    for (let round = 0; round < 2000; round += 1) {
      const length = lookAheadBytes + 1 + random.integer(2000);
      const values = 1 + random.integer(256);
      // What occurs again at any distance, between bytes that do not.
      const piece = random.bytes(lookAheadBytes + random.integer(8));
      const bytes = samples[random.pick(sampleKinds)](random, length).map((value) => value % values);
      for (let at = random.integer(40); at + piece.byteLength <= length; at += piece.byteLength + random.integer(40)) {
        if (random.integer(2) === 0) bytes.set(piece, at);
      }
      const { repeats, recurrences } = countsOf(bytes);
      expect(2 * recurrences, `${length} bytes, ${values} values`).to.be.at.least(repeats);
    }
  });

  seededTest('of noise are too few to be an eighth of repeats', async (random) => {
    for (let round = 0; round < 500; round += 1) {
      const { positions, recurrences } = countsOf(random.bytes(1024));
      expect(recurrences * 16).to.be.at.most(positions);
    }
  });
});
