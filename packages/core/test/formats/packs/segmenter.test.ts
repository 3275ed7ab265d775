import { createSeededRandom, type SeededRandom } from '@svc/conformance';
import { expect } from 'chai';
import { createSegmenter } from '../../../src/formats/packs/index.js';
import type { ChunkLocation } from '../../../src/model/chunk-tree/chunk-location.js';
import { type ChunkName, trusted } from '../../../src/model/values/index.js';
import { locationOf, packNameOf, seededTest } from './samples.js';

const segmentsOf = (locations: readonly ChunkLocation[]): (readonly ChunkLocation[])[] => {
  const segmenter = createSegmenter();
  const segments: (readonly ChunkLocation[])[] = [];
  for (const location of locations) {
    const segment = segmenter.push(location);
    if (segment !== undefined) segments.push(segment);
  }
  const last = segmenter.finish();
  return last === undefined ? segments : [...segments, last];
};

const pack = packNameOf();
const manyOf = (random: SeededRandom, count: number): ChunkLocation[] =>
  Array.from({ length: count }, () => locationOf(random, pack));

const template = locationOf(createSeededRandom(4), pack);
const named = (end: string): ChunkLocation => ({ ...template, name: trusted<ChunkName>(end.padStart(64, 'f')) });
const lengthsWhen = (count: number, end: string, at: number): number[] => {
  const locations = new Array<ChunkLocation>(count).fill(named('001'));
  locations[at] = named(end);
  return segmentsOf(locations).map(({ length }) => length);
};

describe('createSegmenter', () => {
  it('ends a segment after a chunk whose name ends in ten zero bits', () => {
    for (const end of ['000', '400', '800', 'c00', 'fc00']) expect(lengthsWhen(600, end, 299)).to.deep.equal([300, 300]);
    for (const end of ['100', '200', '300', 'f00', '001', '080', '010']) expect(lengthsWhen(600, end, 299)).to.deep.equal([600]);
  });

  it('ends none before 256 chunks', () => {
    expect(lengthsWhen(600, '000', 254)).to.deep.equal([600]);
    expect(lengthsWhen(600, '000', 255)).to.deep.equal([256, 344]);
  });

  it('ends each after 4,096 chunks', () => {
    expect(lengthsWhen(9000, '001', 0)).to.deep.equal([4096, 4096, 808]);
    expect(lengthsWhen(4096, '001', 0)).to.deep.equal([4096]);
  });

  it('makes nothing of an empty object', () => {
    expect(segmentsOf([])).to.deep.equal([]);
  });

  seededTest('keeps all chunks in their order', (random) => {
    const locations = manyOf(random, 20_000);
    const segments = segmentsOf(locations);
    expect(segments.flat()).to.deep.equal(locations);
    for (const { length } of segments.slice(0, -1)) expect(length).to.be.within(256, 4096);
  });

  seededTest('shares nearly all segments of two versions that differ in one place', (random) => {
    const locations = manyOf(random, 60_000);
    const changed = [...manyOf(random, 3), ...locations.slice(0, 30_000), ...manyOf(random, 5), ...locations.slice(30_010)];
    const keyOf = (segment: readonly ChunkLocation[]): string => segment.map(({ name }) => name).join();
    const before = new Set(segmentsOf(locations).map(keyOf));
    const after = segmentsOf(changed).map(keyOf);
    const shared = after.filter((key) => before.has(key)).length;
    expect(after.length).to.be.greaterThan(30);
    expect(after.length - shared).to.be.lessThan(16);
  });
});
