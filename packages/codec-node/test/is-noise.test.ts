import { expect } from 'chai';
import { isNoise } from '../src/is-noise.js';
import { createKernel, createKernelMemory, kernelBase } from '../src/kernel/kernel.js';
import { samples } from './rigs/samples.js';
import { seededTest } from './rigs/seeded-test.js';

const maxBytes = 100_000;
const memory = createKernelMemory(maxBytes);
const kernel = createKernel(memory);

const isNoiseOf = (bytes: Uint8Array): boolean => {
  new Uint8Array(memory.buffer, kernelBase, bytes.byteLength).set(bytes);
  return isNoise(kernel, kernelBase, bytes.byteLength);
};

describe('isNoise', () => {
  seededTest('sees noise of any length but the shortest', async (random) => {
    for (let round = 0; round < 200; round += 1) expect(isNoiseOf(random.bytes(2048 + random.integer(50_000)))).to.equal(true);
    expect(isNoiseOf(random.bytes(2047))).to.equal(false);
  });

  seededTest('sees none in what a Huffman table shortens by a thirtieth', async (random) => {
    for (let round = 0; round < 200; round += 1) {
      // 211 values have 7.72 bits.
      const bytes = random.bytes(2048 + random.integer(50_000)).map((value) => value % 211);
      expect(isNoiseOf(bytes)).to.equal(false);
    }
    for (const kind of ['text', 'f32', 'zeros'] as const) expect(isNoiseOf(samples[kind](random, 50_000)), kind).to.equal(false);
  });
});
