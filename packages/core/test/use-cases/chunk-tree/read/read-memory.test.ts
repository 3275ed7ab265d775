import { expect } from 'chai';
import { type ReadMemory, withReadMemory } from '../../../../src/use-cases/chunk-tree/read/read-memory.js';

const takeAndRelease = (memory: ReadMemory): Promise<ArrayBufferLike> => {
  const bytes = memory.take(1000);
  memory.release(bytes);
  return Promise.resolve(bytes.buffer);
};

describe('withReadMemory', () => {
  it('lends what the work before has given back', async () => {
    const first = await withReadMemory(takeAndRelease);
    expect(await withReadMemory(takeAndRelease)).to.equal(first);
  });

  it('never lends one memory to two at once', async () => {
    const outer = await withReadMemory(async (memory) => {
      const mine = await takeAndRelease(memory);
      return [mine, await withReadMemory(takeAndRelease)];
    });
    expect(outer[0]).to.not.equal(outer[1]);
  });

  it('does not lend what work that failed still writes to', async () => {
    let written: ArrayBufferLike | undefined;
    const failed = withReadMemory((memory) => {
      written = memory.take(1000).buffer;
      return Promise.reject(new Error('the store is gone'));
    });
    expect(await failed.catch(() => 'failed')).to.equal('failed');
    for (let round = 0; round < 3; round += 1) expect(await withReadMemory(takeAndRelease)).to.not.equal(written);
  });
});
