import { expect } from 'chai';
import { openPackIndex, parsePackIndex } from '../../../src/formats/packs/index.js';
import type { ChunkLocation } from '../../../src/model/chunk-tree/chunk-location.js';
import { type ChunkName, trusted } from '../../../src/model/values/index.js';
import { chunkNameOf, chunkOf, locationOf, packNameOf, packOf, seededTest } from './samples.js';

const pack = packNameOf();
const indexOf = (file: Uint8Array, count: number): Uint8Array => file.subarray(-20 - 41 * count, -20);

describe('openPackIndex', () => {
  seededTest('tells the same chunks as parsePackIndex, one by one and all together', (random) => {
    const chunks = Array.from({ length: 1 + random.integer(40) }, () => chunkOf(random, 60));
    const file = packOf(chunks);
    const index = openPackIndex(indexOf(file, chunks.length), pack, file.length)._unsafeUnwrap();
    const expected = parsePackIndex(indexOf(file, chunks.length), pack, file.length)._unsafeUnwrap();
    expect(expected.map(({ name }) => name)).to.deep.equal(chunks.map(({ name }) => name));
    expect(index.locations()).to.deep.equal(expected);
    expect(Array.from({ length: index.length }, (_, position) => index.at(position))).to.deep.equal(expected);
  });

  seededTest('holds each of its chunks where it is, and no other chunk', (random) => {
    const chunks = Array.from({ length: 1 + random.integer(40) }, () => chunkOf(random, 60));
    const file = packOf(chunks);
    const index = openPackIndex(indexOf(file, chunks.length), pack, file.length)._unsafeUnwrap();
    const other = locationOf(random, packNameOf(random));
    for (const chunk of index.locations()) {
      expect(index.holds({ ...chunk })).to.equal(true);
      const wrong: readonly Partial<ChunkLocation>[] = [
        { name: chunkNameOf(random) },
        { pack: other.pack },
        { offset: chunk.offset + 1 },
        { offset: 0 },
        { offset: file.length },
        { storedBytes: chunk.storedBytes + 1 },
        { rawBytes: chunk.rawBytes + 1 },
        { encoding: chunk.encoding === 8 ? 4 : 8 },
      ];
      for (const change of wrong) expect(index.holds({ ...chunk, ...change }), JSON.stringify(change)).to.equal(false);
    }
  });

  it('knows names apart that begin alike, and refuses one that comes twice', () => {
    const first = chunkNameOf();
    const [second, third] = [chunkNameOf(), chunkNameOf()].map((name) =>
      trusted<ChunkName>(`${first.slice(0, 16)}${name.slice(16)}`),
    );
    const packWith = (...names: readonly (typeof first | undefined)[]) =>
      packOf(names.map((name) => ({ name: name ?? first, encoded: { encoding: 0, bytes: Uint8Array.of(7) }, rawBytes: 1 })));
    const file = packWith(first, second, third);
    const index = indexOf(file, 3).slice();
    expect(openPackIndex(index, pack, file.length)._unsafeUnwrap()).to.have.length(3);
    index.copyWithin(82, 0, 41);
    expect(openPackIndex(index, pack, file.length)._unsafeUnwrapErr().problem).to.equal('repeated_chunk');
  });
});
