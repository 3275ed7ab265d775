import { expect } from 'chai';
import { crc32 } from '../../src/access/crc32.js';

const crcOf = (text: string): number => crc32(new TextEncoder().encode(text));

describe('crc32', () => {
  it('gives the check value of the published catalogue', () => {
    expect(crcOf('123456789')).to.equal(0xcbf43926);
  });

  it('is 0 for no bytes and unsigned for all', () => {
    expect(crcOf('')).to.equal(0);
    expect(crcOf('The quick brown fox jumps over the lazy dog')).to.equal(0x414fa339);
    expect(crcOf('a')).to.equal(0xe8b7be43);
  });
});
