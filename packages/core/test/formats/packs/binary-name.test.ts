import { expect } from 'chai';
import { readName, writeName } from '../../../src/formats/packs/binary-name.js';
import { chunkNameOf, seededTest } from './samples.js';

describe('binary names', () => {
  it('write each digit as four bits, the first one highest', () => {
    const bytes = Uint8Array.from({ length: 32 }, (_, index) => index * 8 + (index % 8));
    const name = readName(bytes, 0);
    expect(name).to.equal(Buffer.from(bytes).toString('hex'));
    expect(name).to.match(/^0009121b242d363f/);
  });

  seededTest('come back from any place as they were, and touch nothing around it', (random) => {
    for (let round = 0; round < 2000; round += 1) {
      const name = chunkNameOf(random);
      const at = random.integer(20);
      const bytes = new Uint8Array(60).fill(0xee);
      writeName(name, bytes, at);
      expect(readName(bytes, at)).to.equal(name);
      expect(bytes.filter((_, index) => index < at || index >= at + 32).every((byte) => byte === 0xee)).to.equal(true);
    }
  });
});
