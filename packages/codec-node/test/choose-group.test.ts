import { chooseGroup } from '@svc/core/chunking';
import { expect } from 'chai';
import { chooseGroupInKernel } from '../src/choose-group.js';
import { createKernel, createKernelMemory, kernelBase } from '../src/kernel/kernel.js';
import { samples, sampleKinds } from './rigs/samples.js';
import { seededTest } from './rigs/seeded-test.js';

const maxBytes = 100_000;
const memory = createKernelMemory(maxBytes);
const kernel = createKernel(memory);
const place = new Uint8Array(memory.buffer, kernelBase, maxBytes);

describe('chooseGroupInKernel', () => {
  seededTest('chooses as the core does', async (random) => {
    const chosen = new Set<number>();
    for (let round = 0; round < 300; round += 1) {
      const kind = random.pick(sampleKinds);
      const length = 1 + random.integer(random.pick([5000, maxBytes]));
      const chunk = samples[kind](random, length);
      // Some noise, so that the choice is not always clear.
      for (let noise = random.pick([0, length, length * 4]); noise > 0; noise -= 8)
        chunk[random.integer(length)] = random.integer(256);
      place.set(chunk);
      const group = chooseGroupInKernel(kernel, kernelBase, length);
      expect(group, `${length} bytes of ${kind}`).to.equal(chooseGroup(chunk));
      chosen.add(group);
    }
    expect([...chosen]).to.include.members([1, 2, 4, 8]);
  });
});
