import { expect } from 'chai';
import { cutMasks, profiles } from '../../../src/formats/chunking/index.js';

const masksOf = (averageBytes: number, normalization: 0 | 1 | 2 | 3) =>
  cutMasks({ ...profiles['fastcdc-16k'], averageBytes, normalization });

describe('cutMasks', () => {
  it('has the published masks at level 1', () => {
    expect(masksOf(16 * 1024, 1)).to.deep.equal({ small: 0xd90f03530000, large: 0xd90303530000 });
    expect(masksOf(64 * 1024, 1)).to.deep.equal({ small: 0xd90703537000, large: 0xd90f03530000 });
    expect(masksOf(128 * 1024, 1)).to.deep.equal({ small: 0xd90707537000, large: 0xd90303537000 });
    expect(masksOf(256, 1)).to.deep.equal({ small: 0x19000353000, large: 0x18035100 });
    expect(masksOf(4 * 1024 * 1024, 1)).to.deep.equal({ small: 0xd93777537000, large: 0xd91767537000 });
  });

  it('reaches both ends of the table at level 3', () => {
    expect(masksOf(256, 3).large).to.equal(0x1804110);
    expect(masksOf(4 * 1024 * 1024, 3).small).to.equal(0xdb3777577000);
    expect(() => masksOf(128, 3)).to.throw('5 to 25 bits');
    expect(() => masksOf(8 * 1024 * 1024, 3)).to.throw('5 to 25 bits');
  });

  it('goes by the nearest power of two', () => {
    for (const averageBytes of [12 * 1024, 16 * 1024 - 1, 16 * 1024 + 1, 20 * 1024]) {
      expect(masksOf(averageBytes, 2), `${averageBytes}`).to.deep.equal(masksOf(16 * 1024, 2));
    }
    expect(masksOf(11 * 1024, 0)).to.deep.equal(masksOf(8 * 1024, 0));
  });

  it('has as many bits as the average has, more or fewer by the level, in every profile', () => {
    const bitsOf = (mask: number): number => mask.toString(2).replaceAll('0', '').length;
    const bits = [profiles['fastcdc-16k'], profiles['fastcdc-64k'], profiles['fastcdc-128k']].map((profile) => {
      const { small, large } = cutMasks(profile);
      return [bitsOf(small), bitsOf(large)];
    });
    expect(bits).to.deep.equal([
      [16, 12],
      [18, 14],
      [19, 15],
    ]);
  });
});
