import { partsBytes } from '@svc/client';
import { expect } from 'chai';
import type { NeededChunk } from '../../src/pull/look-ahead.js';
import { type RequestPlan, waysToAsk } from '../../src/pull/plan-requests.js';
import { maxWindowBytes, maxWindowChunks } from '../../src/pull/windows.js';
import { neededAt } from '../rigs/chunk-locations.js';

const kib = 1024;

const scattered = (count: number, everyBytes: number, storedBytes: number, window = 0): readonly NeededChunk[] =>
  Array.from({ length: count }, (_, at) => neededAt(8 + at * everyBytes, storedBytes, window));

const rangesOf = (plans: readonly RequestPlan[] | undefined) =>
  plans?.map(({ blocks }) => blocks.map(({ begin, end }) => [begin, end]));

const roomOf = (plans: readonly RequestPlan[] = []): number => plans.reduce((sum, { roomBytes }) => sum + roomBytes, 0);

/** The ways to ask a service that answers several ranges at once. */
const several = (chunks: readonly NeededChunk[], coming: readonly NeededChunk[] = [], maxBytes = 0) => [
  ...waysToAsk(chunks, coming, maxBytes, true),
];
const oneByOne = (chunks: readonly NeededChunk[], coming: readonly NeededChunk[] = [], maxBytes = 0) => [
  ...waysToAsk(chunks, coming, maxBytes, false),
];

describe('the requests for chunks of a pack', () => {
  it('are one, however the chunks lie, of the bytes that are needed alone', () => {
    const [best] = several([neededAt(5000, 100), neededAt(8, 100)]);
    expect(rangesOf(best)).to.deep.equal([
      [
        [8, 108],
        [5000, 5100],
      ],
    ]);
  });

  it('take what is shorter than the header of a part along', () => {
    expect(rangesOf(several([neededAt(8, 10), neededAt(18 + 256, 10)])[0])?.[0]).to.have.length(1);
    expect(rangesOf(several([neededAt(8, 10), neededAt(19 + 256, 10)])[0])?.[0]).to.have.length(2);
  });

  it('ask for as many ranges as are answered at once', () => {
    const [best] = several(scattered(300, kib, 10));
    expect(best?.map(({ blocks }) => blocks.length)).to.deep.equal([128, 128, 44]);
  });

  it('have room for their headers, and for nothing where there is one range', () => {
    const [best] = several(scattered(3, kib, 10));
    expect(roomOf(best)).to.equal(partsBytes(best?.[0]?.blocks ?? []));
    expect(roomOf(several([neededAt(8, 10)])[0])).to.equal(10);
  });

  it('take along what is needed later, as much of it as they may', () => {
    const coming = [neededAt(108, 100, 1), neededAt(5000, 100, 1), neededAt(9000, 100, 2)];
    const [best, alone] = several([neededAt(8, 100)], coming, 300);
    expect(rangesOf(best)).to.deep.equal([
      [
        [8, 208],
        [5000, 5100],
      ],
    ]);
    expect(rangesOf(alone)).to.deep.equal([[[8, 108]]]);
  });

  it('take along no more than one of them can ask for', () => {
    const coming = scattered(300, kib, 10, 1).slice(100);
    const [best] = several(scattered(100, kib, 10), coming, 1_000_000);
    expect(best?.map(({ blocks }) => blocks.length)).to.deep.equal([128]);
  });

  it('ask once for a chunk that is needed again, which lasts until then', () => {
    const coming = [neededAt(8, 100, 3), neededAt(108, 100, 2), neededAt(108, 100, 5), neededAt(8, 100, 7)];
    const [best, alone] = several([neededAt(8, 100), neededAt(8, 100)], coming, 200);
    expect(best?.[0]?.blocks[0].chunks).to.deep.equal([neededAt(8, 100, 7), neededAt(108, 100, 5)]);
    expect(alone?.[0]?.blocks[0].chunks).to.deep.equal([neededAt(8, 100, 7)]);
  });

  it('are one for each block where no more are answered, of chunks that lie close together', () => {
    const [best] = oneByOne([neededAt(8, 100), neededAt(108 + 256 * kib, 100), neededAt(209 + 512 * kib, 100)]);
    expect(rangesOf(best)).to.deep.equal([[[8, 208 + 256 * kib]], [[209 + 512 * kib, 309 + 512 * kib]]]);
  });

  it('receive less for nothing where that has no room', () => {
    const rooms = oneByOne(scattered(1000, 20 * kib, kib), scattered(2000, 20 * kib, kib, 1), 2_000_000).map(roomOf);
    expect(rooms).to.deep.equal([...rooms].sort((a, b) => b - a));
    expect(rooms[0]).to.be.above(30_000_000);
    expect(rooms.at(-1)).to.equal(1000 * kib);
  });

  it('find room in the reserve of one window, however many packs its chunks are scattered over', () => {
    const storedBytes = maxWindowBytes / maxWindowChunks;
    const pairs = Array.from({ length: maxWindowChunks / 2 }, () =>
      several([neededAt(8, storedBytes), neededAt(1_000_000, storedBytes)]),
    );
    const total = pairs.reduce((sum, ways) => sum + roomOf(ways.at(-1)), 0);
    expect(total).to.equal(maxWindowBytes + partsBytes([]) * maxWindowChunks * 1.5);
  });
});
