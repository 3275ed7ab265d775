import { expect } from 'chai';
import * as fc from 'fast-check';
import { dedupRatio } from '../../../src/model/usage/usage.js';

const ratio = (logicalBytes: number, physicalBytes: number, wholeBytes = 0): number =>
  dedupRatio({ logicalBytes, physicalBytes, wholeBytes });

describe('dedupRatio', () => {
  it('is the part of the logical bytes that was not stored, of what lies in chunks', () => {
    expect(ratio(100, 100)).to.equal(0);
    expect(ratio(100, 25)).to.equal(0.75);
    expect(ratio(100, 0)).to.equal(1);
    expect(ratio(1100, 1025, 1000), 'beside what lies in storage as it is').to.equal(0.75);
  });

  it('is 0 where nothing lies in chunks, and where the files of tiny objects occupy more than these hold', () => {
    expect(ratio(0, 0)).to.equal(0);
    expect(ratio(0, 500), 'files of the chunk tree of which no object was made yet').to.equal(0);
    expect(ratio(1000, 1000, 1000)).to.equal(0);
    expect(ratio(1000, 4065, 1000)).to.equal(0);
    expect(ratio(5, 3065)).to.equal(0);
  });

  it('lies between 0 and 1, does not change with what is stored as it is, and falls with what is occupied', () => {
    const bytes = fc.nat({ max: 2 ** 50 });
    fc.assert(
      fc.property(bytes, bytes, bytes, bytes, (logical, physical, whole, more) => {
        const found = ratio(logical + whole, physical + whole, whole);
        expect(found).to.be.within(0, 1);
        expect(found).to.equal(ratio(logical, physical));
        expect(ratio(logical, physical + more)).to.be.at.most(found);
        expect(ratio(whole, whole, whole)).to.equal(0);
      }),
    );
  });
});
