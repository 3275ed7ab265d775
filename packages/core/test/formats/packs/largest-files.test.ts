import { createSeededRandom } from '@svc/conformance';
import { expect } from 'chai';
import {
  encodeChunkMap,
  encodeManifest,
  maxManifestBytes,
  maxManifestMaps,
  maxMapEntries,
  maxPackBytes,
  maxPackChunks,
  parseChunkMap,
  parseManifest,
  parsePackIndex,
} from '../../../src/formats/packs/index.js';
import { takenBytes } from './collect-garbage.js';
import { chunkNameOf, locationOf, manifestOf, packNameOf, packOf } from './samples.js';

/** Far below the 64 MiB that a file may cost, because a reader also holds the file, or reads two. */
const maxRetainedBytes = 24 * 1024 * 1024;
const random = createSeededRandom(7);
const pack = packNameOf();

/** How much memory a value keeps. */
const retainedBy = <Value>(read: () => Value): { readonly value: Value; readonly bytes: number } => {
  const before = takenBytes();
  const value = read();
  return { value, bytes: takenBytes() - before };
};

describe('the largest files', () => {
  it('a pack with as many chunks as there may be takes at most 24 MiB', () => {
    const encoded = { encoding: 0, bytes: Uint8Array.of(7) } as const;
    const file = packOf(Array.from({ length: maxPackChunks }, () => ({ name: chunkNameOf(), encoded, rawBytes: 1 })));
    const { value, bytes } = retainedBy(() => parsePackIndex(file.subarray(8 + maxPackChunks, -20), pack, file.length));
    expect(value._unsafeUnwrap()).to.have.length(maxPackChunks);
    expect(bytes).to.be.lessThan(maxRetainedBytes);
  });

  it('a pack whose index is most of it is refused before it is read', () => {
    const index = new Uint8Array(maxPackBytes - (maxPackBytes % 41));
    const { value, bytes } = retainedBy(() => parsePackIndex(index, pack, maxPackBytes));
    expect(value._unsafeUnwrapErr().problem).to.equal('too_many_chunks');
    expect(bytes).to.be.lessThan(1_000_000);
  });

  it('a chunk map of as many packs as chunks takes at most 24 MiB', () => {
    const file = encodeChunkMap(Array.from({ length: maxMapEntries }, () => locationOf(random, packNameOf(random))));
    const { value, bytes } = retainedBy(() => parseChunkMap(file));
    expect(value._unsafeUnwrap()).to.have.length(maxMapEntries);
    expect(bytes).to.be.lessThan(maxRetainedBytes);
  });

  it('a manifest of as many maps and bytes as there may be takes at most 24 MiB', () => {
    const [map] = manifestOf(random, 1).maps;
    if (map === undefined) expect.fail('a map');
    const largest = { ...map, sizeBytes: 4 * 1024 ** 3, chunkCount: 4096 };
    const maps = new Array<typeof largest>(maxManifestMaps).fill(largest);
    const text = encodeManifest({ ...manifestOf(random, 0), sizeBytes: maps.length * largest.sizeBytes, maps });
    const file = new Uint8Array(maxManifestBytes).fill(0x20);
    file.set(text, maxManifestBytes - text.length);
    const { value, bytes } = retainedBy(() => parseManifest(file));
    expect(value._unsafeUnwrap().maps).to.have.length(maxManifestMaps);
    expect(bytes).to.be.lessThan(maxRetainedBytes);
  });

  for (const [title, unit] of Object.entries({ arrays: '[],', objects: '{},', numbers: '1,', nesting: '[', strings: '"",' })) {
    it(`16 MiB of ${title} where a manifest should be are refused at once`, () => {
      const head = '{"version":1,"maps":[';
      const file = Buffer.from(head + unit.repeat((maxManifestBytes - head.length) / unit.length));
      const { value, bytes } = retainedBy(() => parseManifest(file));
      expect(value._unsafeUnwrapErr().problem).to.be.oneOf(['malformed', 'missing_member']);
      expect(bytes).to.be.lessThan(1_000_000);
    });
  }
});
