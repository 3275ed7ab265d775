import { expect } from 'chai';
import { ok } from 'neverthrow';
import type { ComparedTensor } from '../../../src/model/artifacts/tensor-comparison.js';
import { createComparisonCache } from '../../../src/use-cases/artifacts/comparison-cache.js';
import { summedUp } from '../../../src/use-cases/artifacts/summed-up.js';

const tensor = (name: string): ComparedTensor => ({
  name,
  status: 'same',
  dtype: 'U8',
  shape: [1],
  sizeBytes: 1,
  sharedBytes: undefined,
  other: undefined,
});

/** A cache of so many bytes; `ask` tells whether the comparison had to be made. */
const setUp = (maxBytes: number) => {
  const cached = createComparisonCache<never>(maxBytes);
  return async (name: string, tensors: readonly ComparedTensor[] = []): Promise<boolean> => {
    let isMade = false;
    const comparison = await cached(name, () => {
      isMade = true;
      return Promise.resolve(ok(summedUp('gguf', false, tensors)));
    });
    expect(comparison.isOk()).to.equal(true);
    return isMade;
  };
};

describe('createComparisonCache', () => {
  it('keeps what was asked for last', async () => {
    const ask = setUp(4000);
    const tensors = Array.from({ length: 3 }, () => tensor('a'));
    const made: boolean[] = [];
    for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) made.push(await ask(name, tensors));
    expect(made).to.deep.equal([true, true, false, true, false, true]);
  });

  it('keeps no more comparisons without tensors than it has room for', async () => {
    const ask = setUp(10_000);
    for (let number = 0; number < 100; number += 1) await ask(String(number));
    expect([await ask('99'), await ask('0')]).to.deep.equal([false, true]);
  });

  it('counts the names of tensors', async () => {
    const ask = setUp(10_000);
    const long = Array.from({ length: 3 }, () => tensor('n'.repeat(1024)));
    for (const name of ['a', 'b']) await ask(name, long);
    expect([await ask('b', long), await ask('a', long)]).to.deep.equal([false, true]);
  });
});
