import { expect } from 'chai';
import { secondsText, sizeText } from '../../src/output/size-text.js';

describe('sizes and times for people', () => {
  it('have three digits and a decimal unit', () => {
    const sizes = [0, 1, 999, 1000, 37_000, 999_499, 999_500, 1_534_000, 200_000_000, 5.5e12, 7e15, 3e18];
    expect(sizes.map(sizeText)).to.deep.equal([
      '0 bytes',
      '1 byte',
      '999 bytes',
      '1 kB',
      '37 kB',
      '999 kB',
      '1 MB',
      '1.53 MB',
      '200 MB',
      '5.5 TB',
      '7 PB',
      '3000 PB',
    ]);
  });

  it('tell seconds, and from a minute on no parts of them', () => {
    expect([0.04, 11.32, 59.94, 60, 200.4, 3600, 7384].map(secondsText)).to.deep.equal([
      '0.0 s',
      '11.3 s',
      '59.9 s',
      '1 min 0 s',
      '3 min 20 s',
      '1 h 0 min',
      '2 h 3 min',
    ]);
  });
});
