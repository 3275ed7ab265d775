import { createSeededRandom } from '@svc/conformance';
import { expect } from 'chai';
import { encodeChunkMap, maxMapBytes, maxMapEntries, parseChunkMap } from '../../../src/formats/packs/index.js';
import { locationOf, locationsOf, packNameOf, seededTest } from './samples.js';

const random = createSeededRandom(2);

describe('encodeChunkMap', () => {
  seededTest('gives bytes that read back as the same locations', (chosen) => {
    for (let round = 0; round < 300; round += 1) {
      const locations = locationsOf(chosen, 1 + chosen.integer(60), 1 + chosen.integer(8));
      expect(parseChunkMap(encodeChunkMap(locations))._unsafeUnwrap()).to.deep.equal(locations);
    }
  });

  it('lists each pack once, in the order of its first use', () => {
    const [first, second] = [packNameOf(), packNameOf()];
    const bytes = encodeChunkMap([first, second, first, second].map((pack) => locationOf(random, pack)));
    expect(bytes.length).to.equal(16 + 2 * 32 + 4 * 47);
    expect(Buffer.from(bytes.subarray(16, 80)).toString('hex')).to.equal(first + second);
    expect([0, 1, 2, 3].map((entry) => bytes[80 + entry * 47 + 32])).to.deep.equal([0, 1, 0, 1]);
  });

  it('holds 4,096 chunks in as many packs, and one chunk', () => {
    const most = Array.from({ length: maxMapEntries }, () => locationOf(random, packNameOf()));
    const bytes = encodeChunkMap(most);
    expect(bytes.length).to.equal(maxMapBytes);
    expect(parseChunkMap(bytes)._unsafeUnwrap()).to.deep.equal(most);
    expect(parseChunkMap(encodeChunkMap(most.slice(0, 1)))._unsafeUnwrap()).to.deep.equal(most.slice(0, 1));
  });

  it('holds the first and the last place of a pack', () => {
    const place = { ...locationOf(random, packNameOf()), storedBytes: 3, rawBytes: 3, encoding: 0 } as const;
    const ends = [8, 64 * 1024 * 1024 - 61 - 3].map((offset) => ({ ...place, offset }));
    expect(parseChunkMap(encodeChunkMap(ends))._unsafeUnwrap()).to.deep.equal(ends);
  });

  it('refuses what no reader would take', () => {
    const location = { ...locationOf(random, packNameOf()), storedBytes: 3, rawBytes: 3, encoding: 0 } as const;
    expect(() => encodeChunkMap([])).to.throw('1 to 4,096');
    expect(() => encodeChunkMap(new Array<typeof location>(4097).fill(location))).to.throw('1 to 4,096');
    expect(() => encodeChunkMap([{ ...location, rawBytes: 4 }])).to.throw('well encoded');
    expect(() => encodeChunkMap([{ ...location, offset: 7 }])).to.throw('inside a pack');
    expect(() => encodeChunkMap([{ ...location, offset: 64 * 1024 * 1024 - 61 - 2 }])).to.throw('inside a pack');
  });
});
