import { createSeededRandom } from '@svc/conformance';
import { expect } from 'chai';
import { encodeManifest, maxManifestBytes, maxManifestMaps, parseManifest } from '../../../src/formats/packs/index.js';
import { manifestOf, seededTest } from './samples.js';

const random = createSeededRandom(5);

describe('encodeManifest', () => {
  seededTest('gives a text that reads back as the same manifest', (chosen) => {
    for (let round = 0; round < 300; round += 1) {
      const manifest = manifestOf(chosen, chosen.integer(20));
      const bytes = encodeManifest(manifest);
      const read = parseManifest(bytes)._unsafeUnwrap();
      expect(read).to.deep.equal(manifest);
      expect(encodeManifest(read)).to.deep.equal(bytes);
    }
  });

  it('has room for the largest object', () => {
    const [map] = manifestOf(random, 1).maps;
    const largest = { name: map?.name ?? expect.fail('a map'), sizeBytes: 4 * 1024 ** 3, chunkCount: 4096 };
    const maps = new Array<typeof largest>(maxManifestMaps).fill(largest);
    const manifest = { ...manifestOf(random, 0), sizeBytes: maxManifestMaps * largest.sizeBytes, maps };
    const bytes = encodeManifest(manifest);
    expect(bytes.length).to.be.lessThan(maxManifestBytes);
    expect(parseManifest(bytes)._unsafeUnwrap().maps).to.have.length(maxManifestMaps);
    const more = { ...manifest, maps: [...maps, largest], sizeBytes: manifest.sizeBytes + largest.sizeBytes };
    expect(() => encodeManifest(more)).to.throw('120,000');
  });

  it('refuses what no reader would take', () => {
    const manifest = manifestOf(random, 2);
    const [map] = manifest.maps;
    if (map === undefined) expect.fail('a map');
    expect(() => encodeManifest({ ...manifest, sizeBytes: manifest.sizeBytes + 1 })).to.throw('cover');
    expect(() => encodeManifest({ ...manifest, sizeBytes: 0.5 })).to.throw('number of bytes');
    expect(() => encodeManifest({ ...manifest, sizeBytes: 5, maps: [{ ...map, sizeBytes: 5, chunkCount: 6 }] })).to.throw(
      'so many',
    );
    expect(() => encodeManifest({ ...manifest, sizeBytes: 5, maps: [{ ...map, sizeBytes: 5, chunkCount: 0 }] })).to.throw(
      'so many',
    );
  });
});
