import { expect } from 'chai';
import { fewSmallObjects, maxSmallBytes } from '@svc/core/model';
import { createSmallFileCount, groupSmall, maxGroup } from '../src/small-files.js';

const isEven = (value: number): boolean => value % 2 === 0;

describe('small files', () => {
  it('are told from others when a few have gone before', () => {
    const goesWhole = createSmallFileCount();
    for (let seen = 0; seen < fewSmallObjects; seen += 1) expect(goesWhole(maxSmallBytes)).to.equal(false);
    expect(goesWhole(maxSmallBytes)).to.equal(true);
    expect(goesWhole(0)).to.equal(true);
    expect(goesWhole(maxSmallBytes + 1)).to.equal(false);
  });

  it('are grouped with their neighbours, in order', () => {
    expect(groupSmall([2, 4, 1, 3, 6, 5], isEven)).to.deep.equal([[2, 4], [1], [3], [6], [5]]);
    expect(groupSmall([], isEven)).to.deep.equal([]);
  });

  it('are no more in a group than one request may ask about', () => {
    const many = Array.from({ length: 2 * maxGroup + 1 }, () => 0);
    expect(groupSmall(many, isEven).map(({ length }) => length)).to.deep.equal([maxGroup, maxGroup, 1]);
  });
});
