import { createSeededRandom } from '@svc/conformance';
import { expect } from 'chai';
import { createMapList, encodeManifest, parseManifestInSlices } from '../../../src/formats/packs/index.js';
import { manifestOf } from './samples.js';

const seed = 77;
const random = createSeededRandom(seed);
const atOnce = (): Promise<void> => Promise.resolve();

describe(`createMapList (seed ${seed})`, () => {
  it('gives the maps of a manifest as they were written, and where each begins', async () => {
    for (const count of [0, 1, 2, 700]) {
      const manifest = manifestOf(random, count);
      const bytes = encodeManifest(manifest);
      const maps = createMapList(bytes.byteLength);
      const { oid, sizeBytes, profile } = manifest;
      const parsed = await parseManifestInSlices(bytes, maps, atOnce);
      expect(parsed._unsafeUnwrap()).to.deep.equal({ oid, sizeBytes, profile });
      expect(Array.from({ length: maps.length }, (_, position) => maps.at(position))).to.deep.equal(manifest.maps);
      let begin = 0;
      for (const [position, map] of manifest.maps.entries()) {
        expect(maps.beginOf(position)).to.equal(begin);
        for (const byte of [begin, begin + map.sizeBytes - 1]) expect(maps.find(byte)).to.equal(position);
        begin += map.sizeBytes;
      }
      expect(maps.find(begin)).to.equal(maps.length);
    }
  });

  it('takes less than half of the bytes of the file', () => {
    expect(createMapList(9_600_000).memoryBytes).to.be.lessThan(4_800_000);
  });
});

describe('parseManifestInSlices', () => {
  it('gives way after each 512 maps', async () => {
    const bytes = encodeManifest(manifestOf(random, 2000));
    let turns = 0;
    const maps = createMapList(bytes.byteLength);
    const lengths: number[] = [];
    const parsed = await parseManifestInSlices(bytes, maps, () => {
      turns += 1;
      lengths.push(maps.length);
      return Promise.resolve();
    });
    expect(parsed.isOk()).to.equal(true);
    expect([turns, ...lengths]).to.deep.equal([3, 512, 1024, 1536]);
  });

  it('refuses a map that is said with more than 1,024 bytes', async () => {
    const text = new TextDecoder().decode(encodeManifest(manifestOf(random, 2)));
    const padded = (bytes: number): Uint8Array =>
      new TextEncoder().encode(text.replace(',"size":', ' '.repeat(bytes) + ',"size":'));
    // The first place is that of the manifest's own size.
    const inMap = (bytes: number): Uint8Array => {
      const at = text.indexOf('"maps":[{') + '"maps":[{'.length;
      return new TextEncoder().encode(text.slice(0, at) + ' '.repeat(bytes) + text.slice(at));
    };
    expect((await parseManifestInSlices(padded(5000), [], atOnce)).isOk()).to.equal(true);
    expect((await parseManifestInSlices(inMap(850), [], atOnce)).isOk()).to.equal(true);
    expect((await parseManifestInSlices(inMap(1024), [], atOnce))._unsafeUnwrapErr().problem).to.equal('malformed');
  });
});
