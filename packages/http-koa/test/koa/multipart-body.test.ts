import type { KeptDownload } from '@svc/core';
import type { ByteSpan } from '@svc/core/ports';
import { expect } from 'chai';
import { multipartBody } from '../../src/koa/multipart-body.js';
import { lengthOf, partsOf, portionsOf } from '../../src/koa/multipart-plan.js';
import { createSeeded, seed } from '../support/seeded.js';

const KIB = 1024;
const MIB = KIB * KIB;
const file = Buffer.from(Array.from({ length: 3 * MIB + 17 }, (_, at) => (at * 31 + (at >> 8)) % 251));

interface Watched extends KeptDownload {
  readonly reads: { readonly begin: number; readonly length: number }[];
  closedWith: number | undefined;
}

/** `fails`: from that read on. */
const keptFile = (fails = Infinity): Watched => {
  const kept: Watched = {
    sizeBytes: file.byteLength,
    reads: [],
    closedWith: undefined,
    fill: async (begin, target) => {
      expect(kept.closedWith, 'nothing is read of what is closed').to.equal(undefined);
      kept.reads.push({ begin, length: target.byteLength });
      await Promise.resolve();
      if (kept.reads.length > fails) throw new Error('the disk does not give it');
      target.set(file.subarray(begin, begin + target.byteLength));
    },
    close: async (takenBytes) => {
      kept.closedWith = takenBytes;
    },
  };
  return kept;
};

const sizeOf = (spans: readonly ByteSpan[]): number => spans.reduce((sum, { first, last }) => sum + last - first + 1, 0);

/** As RFC 9110 has it, put together in the plainest way. */
const expected = (spans: readonly ByteSpan[]): Buffer => {
  const parts = spans.flatMap(({ first, last }, at) => [
    `${at === 0 ? '' : '\r\n'}--b\r\nContent-Type: application/octet-stream\r\nContent-Range: bytes ${first}-${last}/${file.byteLength}\r\n\r\n`,
    file.subarray(first, last + 1),
  ]);
  return Buffer.concat([...parts, '\r\n--b--\r\n'].map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
};

const collect = async (kept: KeptDownload, spans: readonly ByteSpan[]): Promise<Buffer> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of multipartBody(kept, portionsOf(partsOf(spans, file.byteLength, 'b')))) pieces.push(piece);
  return Buffer.concat(pieces);
};

describe('an answer with several ranges', () => {
  it('has the bytes of each behind its own header, whatever they are, as many as it has declared', async () => {
    const random = createSeeded(seed);
    const below = (limit: number): number => Math.floor(random() * limit);
    for (let round = 0; round < 60; round += 1) {
      const spans: ByteSpan[] = [];
      const longest = [10, 5 * KIB, 300 * KIB, 2 * MIB][round % 4] ?? 0;
      for (let at = below(1000); at < file.byteLength && spans.length < 128;) {
        const last = Math.min(file.byteLength - 1, at + below(longest));
        spans.push({ first: at, last });
        at = last + 1 + below(below(2) === 0 ? 3 : 400 * KIB);
      }
      const kept = keptFile();
      const body = await collect(kept, spans);
      expect(body.equals(expected(spans)), `round ${round}, seed ${seed}`).to.equal(true);
      expect(lengthOf(partsOf(spans, file.byteLength, 'b'))).to.equal(body.byteLength);
      expect(kept.closedWith).to.equal(sizeOf(spans));
    }
  });

  it('is read in few reads: across short gaps at once, not across long ones, and never much', async () => {
    const near = keptFile();
    await collect(
      near,
      Array.from({ length: 10 }, (_, at) => ({ first: at * 50 * KIB, last: at * 50 * KIB + 9 })),
    );
    expect(near.reads).to.deep.equal([{ begin: 0, length: 450 * KIB + 10 }]);
    const far = keptFile();
    await collect(
      far,
      [0, 1, 2].map((at) => ({ first: at * 200 * KIB, last: at * 200 * KIB + 9 })),
    );
    expect(far.reads.map(({ length }) => length)).to.deep.equal([10, 10, 10]);
    const long = keptFile();
    await collect(long, [
      { first: 0, last: 2 * MIB + 5 },
      { first: 3 * MIB, last: 3 * MIB + 1 },
    ]);
    expect(Math.max(...long.reads.map(({ length }) => length))).to.equal(MIB / 2);
  });

  it('breaks off where a read fails, and lets the bytes go', async () => {
    const kept = keptFile(1);
    let fault: unknown;
    await collect(kept, [
      { first: 0, last: 2 * MIB },
      { first: 3 * MIB, last: 3 * MIB },
    ]).catch((thrown: unknown) => {
      fault = thrown;
    });
    expect(String(fault)).to.include('the disk does not give it');
    expect(kept.closedWith).to.equal(MIB / 2);
  });

  it('lets the bytes go when its reader leaves, and counts what was taken', async () => {
    const kept = keptFile();
    const spans = [
      { first: 0, last: 2 * MIB },
      { first: 3 * MIB, last: 3 * MIB },
    ];
    for await (const piece of multipartBody(kept, portionsOf(partsOf(spans, file.byteLength, 'b')))) {
      expect(piece.byteLength).to.be.above(MIB / 2);
      break;
    }
    expect(kept.closedWith).to.equal(MIB / 2);
  });
});
