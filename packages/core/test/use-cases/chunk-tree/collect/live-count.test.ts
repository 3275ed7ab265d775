import { expect } from 'chai';
import type { ChunkLocation } from '../../../../src/model/chunk-tree/chunk-location.js';
import { type ChunkName, type PackName, trusted } from '../../../../src/model/values/index.js';
import { createLiveCount } from '../../../../src/use-cases/chunk-tree/collect/live-count.js';

const packOf = (at: number): PackName =>
  trusted<PackName>(((Math.imul(at + 1, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0') + 'ab').padEnd(64, '0'));

const placeIn = (pack: PackName, at: number): ChunkLocation => ({
  name: trusted<ChunkName>('0'.repeat(64)),
  pack,
  offset: 8 + 100 * at,
  storedBytes: 10 + (at % 7),
  rawBytes: 100,
  encoding: 0,
});

/** Maps of 30 packs with up to 40 chunks each; neighbours share half of their chunks. */
const maps = Array.from({ length: 60 }, (_, at) =>
  Array.from({ length: 40 }, (_one, chunk) => placeIn(packOf(at % 30), (chunk + 20 * Math.floor(at / 30)) % (10 + at))),
);

const expected = (): Map<PackName, { chunks: number; bytes: number }> => {
  const places = new Map(maps.flat().map((place) => [`${place.pack}/${place.offset}`, place]));
  const packs = new Map<PackName, { chunks: number; bytes: number }>();
  for (const { pack, storedBytes } of places.values()) {
    const { chunks, bytes } = packs.get(pack) ?? { chunks: 0, bytes: 0 };
    packs.set(pack, { chunks: chunks + 1, bytes: bytes + storedBytes + 41 });
  }
  return packs;
};

describe('the count of live chunks', () => {
  for (const [maxChunks, leastPasses] of [
    [100_000, 1],
    [500, 2],
    [60, 15],
  ] as const) {
    it(`counts each place once, ${maxChunks} at a time, in as many passes as that takes`, () => {
      const live = createLiveCount(maxChunks);
      let passes = 0;
      do {
        passes += 1;
        for (const map of maps) live.add(map);
      } while (live.nextPass());
      for (const [pack, { chunks, bytes }] of expected()) expect(live.of(pack)).to.include({ chunks, bytes });
      expect(passes).to.be.at.least(leastPasses);
      expect(passes).to.be.at.most(4 * leastPasses);
    });
  }

  it('takes a pack for live as a whole of which a map says what no pack can have, or that it does not know', () => {
    const live = createLiveCount(2 ** 17);
    for (let at = 0; at <= 65_536; at += 4096) {
      live.add(Array.from({ length: 4096 }, (_, chunk) => ({ ...placeIn(packOf(1), 0), offset: at + chunk })));
    }
    live.add([placeIn(packOf(2), 1)]);
    expect(live.of(packOf(1)).bytes).to.equal(Infinity);
    expect(live.of(packOf(2)).chunks).to.equal(1);
    expect(live.of(packOf(3)).bytes).to.equal(Infinity);
    expect(live.nextPass()).to.equal(false);
  });

  it('comes to an end with packs whose names begin alike', () => {
    const live = createLiveCount(50);
    const alike = Array.from({ length: 9 }, (_, at) => trusted<PackName>(`12345678${at}`.padEnd(64, '0')));
    const others = [packOf(1), packOf(20)];
    do {
      for (const pack of [...alike, ...others]) live.add(Array.from({ length: 10 }, (_, at) => placeIn(pack, at)));
    } while (live.nextPass());
    for (const pack of others) expect(live.of(pack).chunks).to.equal(10);
    for (const pack of alike) expect(live.of(pack).bytes).to.equal(Infinity);
  });
});
