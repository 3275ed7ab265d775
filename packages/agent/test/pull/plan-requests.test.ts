import { partsBytes } from '@svc/client';
import { type ChunkLocation, isContentName, type ChunkName, type PackName } from '@svc/core/model';
import { expect } from 'chai';
import { planRequests, roomBytes } from '../../src/pull/plan-requests.js';
import { maxWindowBytes, maxWindowChunks } from '../../src/pull/windows.js';

const kib = 1024;

const nameOf = <Name extends ChunkName | PackName>(number: number): Name => {
  const text = number.toString(16).padStart(64, '0');
  if (!isContentName<Name>(text)) throw new Error(`${text} names nothing`);
  return text;
};

const chunk = (pack: number, offset: number, storedBytes: number): ChunkLocation => ({
  name: nameOf(offset),
  pack: nameOf(pack),
  offset,
  storedBytes,
  rawBytes: storedBytes,
  encoding: 0,
});

const scattered = (count: number, everyBytes: number, storedBytes: number): readonly ChunkLocation[] =>
  Array.from({ length: count }, (_, at) => chunk(1, 8 + at * everyBytes, storedBytes));

const roomOf = (requests: ReturnType<typeof planRequests>): number =>
  requests.reduce((sum, request) => sum + request.roomBytes, 0);

describe('the requests of a window', () => {
  it('are one for each pack, however its chunks lie, of the bytes that are needed alone', () => {
    const requests = planRequests([chunk(2, 8, 10), chunk(1, 5000, 100), chunk(2, 900_000, 10), chunk(1, 8, 100)], true);
    expect(requests.map(({ pack, blocks }) => [pack, blocks.map(({ begin, end }) => [begin, end])])).to.deep.equal([
      [
        nameOf(1),
        [
          [8, 108],
          [5000, 5100],
        ],
      ],
      [
        nameOf(2),
        [
          [8, 18],
          [900_000, 900_010],
        ],
      ],
    ]);
  });

  it('take what is shorter than the header of a part along', () => {
    expect(planRequests([chunk(1, 8, 10), chunk(1, 18 + 256, 10)], true)[0]?.blocks).to.have.length(1);
    expect(planRequests([chunk(1, 8, 10), chunk(1, 19 + 256, 10)], true)[0]?.blocks).to.have.length(2);
  });

  it('ask for as many ranges as are answered at once', () => {
    const requests = planRequests(scattered(300, kib, 10), true);
    expect(requests.map(({ blocks }) => blocks.length)).to.deep.equal([128, 128, 44]);
  });

  it('have room for their headers, and for nothing where there is one range', () => {
    const [several] = planRequests(scattered(3, kib, 10), true);
    expect(several?.roomBytes).to.equal(partsBytes(several?.blocks ?? []));
    expect(planRequests([chunk(1, 8, 10)], true)[0]?.roomBytes).to.equal(10);
  });

  it('have room in memory, however many packs the chunks are scattered over', () => {
    const storedBytes = maxWindowBytes / maxWindowChunks;
    const inPairs = Array.from({ length: maxWindowChunks }, (_, at) => chunk(at >> 1, 8 + (at & 1) * 1_000_000, storedBytes));
    expect(roomOf(planRequests(inPairs, true))).to.equal(roomBytes);
  });

  it('are one for each block where no more are answered, of chunks that lie close together', () => {
    const requests = planRequests([chunk(1, 8, 100), chunk(1, 108 + 256 * kib, 100), chunk(1, 209 + 512 * kib, 100)], false);
    expect(requests.map(({ blocks }) => blocks.map(({ begin, end }) => [begin, end]))).to.deep.equal([
      [[8, 208 + 256 * kib]],
      [[209 + 512 * kib, 309 + 512 * kib]],
    ]);
  });

  it('receive less for nothing where that has no room', () => {
    const requests = planRequests(scattered(1000, 100 * kib, kib), false);
    expect(roomOf(requests)).to.be.at.most(roomBytes);
    expect(requests).to.have.length(1000);
    const close = planRequests(scattered(1000, 20 * kib, kib), false);
    expect(close.length).to.be.below(5);
    expect(roomOf(close)).to.be.at.most(roomBytes);
  });
});
