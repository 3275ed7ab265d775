import { randomSourceCases, runCases } from '@svc/conformance';
import { isId } from '@svc/core/model';
import { createCountedRandom } from '@svc/core/memory';
import { expect } from 'chai';

describe('the counted random source', () => {
  runCases(describe, it, randomSourceCases, async () => ({ random: createCountedRandom(), close: async () => {} }));

  it('gives ids that are ids, each another', () => {
    const random = createCountedRandom();
    const ids = Array.from({ length: 300 }, () => random.uuid());
    expect(ids[0]).to.equal('00000000-0000-4000-8000-000000000001');
    expect(ids.every((id) => isId(id))).to.equal(true);
    expect(new Set(ids).size).to.equal(300);
  });

  it('gives ids for every seed that it takes', () => {
    expect(isId(createCountedRandom(2 ** 32 - 1).uuid())).to.equal(true);
    for (const seed of [-1, 0.5, 2 ** 32, Date.now()])
      expect(() => createCountedRandom(seed)).to.throw('a seed is a whole number');
  });

  it('repeats itself with the same seed and differs with another', () => {
    const draw = (seed: number) => {
      const random = createCountedRandom(seed);
      return [random.uuid(), random.bytes(3), random.bytes(100), random.bytes(0)];
    };
    expect(draw(7)).to.deep.equal(draw(7));
    expect(draw(7)).not.to.deep.equal(draw(8));
    expect(draw(7).map(({ length }) => length)).to.deep.equal([36, 3, 100, 0]);
  });
});
