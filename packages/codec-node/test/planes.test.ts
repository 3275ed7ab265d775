import { joinPlanes, splitPlanes } from '@svc/core/chunking';
import { expect } from 'chai';
import { createKernel, createKernelMemory, kernelBase } from '../src/kernel/kernel.js';
import { joinInKernel, splitInKernel } from '../src/planes.js';
import { seededTest } from './rigs/seeded-test.js';

const maxBytes = 1024;
const memory = createKernelMemory(3 * maxBytes);
const kernel = createKernel(memory);
const places = { chunk: kernelBase, planes: kernelBase + maxBytes, spare: kernelBase + 2 * maxBytes };
const chunkPlace = new Uint8Array(memory.buffer, places.chunk, maxBytes);
const planesPlace = new Uint8Array(memory.buffer, places.planes, maxBytes);

describe('planes in the kernel', () => {
  seededTest('are those of the core, for every length', async (random) => {
    for (let length = 1; length <= 600; length += 1) {
      const bytes = random.bytes(length);
      for (const group of [2, 4, 8] as const) {
        chunkPlace.set(bytes);
        splitInKernel(kernel, places, length, group);
        expect(Buffer.from(planesPlace.slice(0, length)), `${length} bytes in ${group}`).to.deep.equal(
          Buffer.concat(splitPlanes(bytes, group)),
        );
      }
    }
  });

  seededTest('go back to where the core puts them, for every length', async (random) => {
    for (let length = 1; length <= 600; length += 1) {
      const planes = random.bytes(length);
      for (const group of [2, 4, 8] as const) {
        const expected = new Uint8Array(length);
        joinPlanes(planes, group, expected);
        planesPlace.set(planes);
        joinInKernel(kernel, places, length, group);
        expect(chunkPlace.slice(0, length), `${length} bytes in ${group}`).to.deep.equal(expected);
      }
    }
  });
});
