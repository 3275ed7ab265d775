import { expect } from 'chai';
import { CommitSet } from '../../../src/formats/commit-graph/index.js';

describe('CommitSet', () => {
  it('has what was added, and says once that it is new', () => {
    const set = new CommitSet(70);
    for (const commit of [0, 31, 32, 63, 69]) {
      expect(set.has(commit)).to.equal(false);
      expect(set.add(commit)).to.equal(true);
      expect(set.add(commit)).to.equal(false);
    }
    expect(Array.from({ length: 70 }, (_, commit) => commit).filter((commit) => set.has(commit))).to.deep.equal([
      0, 31, 32, 63, 69,
    ]);
  });

  it('has nothing that is not among its commits', () => {
    expect(new CommitSet(0).has(0)).to.equal(false);
    expect(new CommitSet(10).has(1_000)).to.equal(false);
  });
});
