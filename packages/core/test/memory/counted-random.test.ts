import { isId } from '@svc/core/model';
import { createCountedRandom } from '@svc/core/memory';
import { expect } from 'chai';

describe('the counted random source', () => {
  it('gives ids that are ids, each another', () => {
    const random = createCountedRandom();
    const ids = Array.from({ length: 300 }, () => random.uuid());
    expect(ids[0]).to.equal('00000000-0000-4000-8000-000000000001');
    expect(ids.every((id) => isId(id))).to.equal(true);
    expect(new Set(ids).size).to.equal(300);
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
