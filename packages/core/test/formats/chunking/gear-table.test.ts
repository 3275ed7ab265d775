import { expect } from 'chai';
import { gearTable } from '../../../src/formats/chunking/index.js';
import { derivedGear } from './samples.js';

const entries = Array.from(gearTable.high, (high, byte) => (BigInt(high) << 32n) | BigInt(gearTable.low[byte] ?? 0));

describe('gearTable', () => {
  it('begins and ends as the published one', () => {
    expect(entries.slice(0, 3)).to.deep.equal([0x3b5d3c7d207e37dcn, 0x784d68ba91123086n, 0xcd52880f882e7298n]);
    expect(entries.at(-1)).to.equal(0xaabd2b2a451504e1n);
  });

  it('is the first 8 bytes of the MD5 of 64 equal bytes, for each byte', () => {
    expect(entries).to.deep.equal(derivedGear);
  });
});
