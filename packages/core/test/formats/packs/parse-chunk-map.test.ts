import { createSeededRandom } from '@svc/conformance';
import { expect } from 'chai';
import {
  type ChunkMapProblem,
  chunkMapProblems,
  encodeChunkMap,
  maxMapBytes,
  parseChunkMap,
} from '../../../src/formats/packs/index.js';
import { locationOf, packNameOf } from './samples.js';

const random = createSeededRandom(3);
const [first, second] = [packNameOf(), packNameOf()];
const small = { storedBytes: 5, rawBytes: 9, encoding: 1, offset: 100 } as const;
/** Two packs, three entries: the packs at 16 and 48, the entries at 80, 127 and 174. */
const base = encodeChunkMap([first, second, first].map((pack) => ({ ...locationOf(random, pack), ...small })));
const entry = 80 + 32;

type Edit = readonly [at: number, value: number, width: 1 | 2 | 4];
const edited = (...edits: readonly Edit[]): Uint8Array => {
  const copy = base.slice();
  const view = new DataView(copy.buffer);
  for (const [at, value, width] of edits) {
    if (width === 4) view.setUint32(at, value, true);
    else if (width === 2) view.setUint16(at, value, true);
    else view.setUint8(at, value);
  }
  return copy;
};

const repeated = base.slice();
repeated.copyWithin(48, 16, 48);

const refused: Record<ChunkMapProblem, readonly Uint8Array[]> = {
  too_short: [new Uint8Array(), base.subarray(0, 15)],
  too_long: [new Uint8Array(maxMapBytes + 1)],
  wrong_magic: [edited([7, 0x32, 1]), edited([0, 0, 1]), new Uint8Array(16)],
  no_chunks: [edited([12, 0, 4])],
  too_many_chunks: [edited([12, 4097, 4]), edited([12, 0xffff_ffff, 4])],
  wrong_pack_count: [edited([8, 0, 4]), edited([8, 4, 4]), edited([8, 0xffff_ffff, 4])],
  wrong_length: [base.subarray(0, -1), new Uint8Array([...base, 0]), edited([12, 4, 4]), edited([8, 3, 4])],
  repeated_pack: [repeated],
  pack_out_of_range: [edited([entry, 2, 2]), edited([entry + 47, 0xffff, 2])],
  pack_out_of_order: [edited([entry, 1, 2], [entry + 47, 0, 2])],
  unused_pack: [edited([entry + 47, 0, 2])],
  offset_out_of_range: [
    edited([entry + 2, 7, 4]),
    edited([entry + 2, 64 * 1024 * 1024 - 61 - 4, 4]),
    edited([entry + 2, 0xffff_ffff, 4]),
  ],
  wrong_raw_length: [edited([entry + 10, 0, 4]), edited([entry + 10, 1024 * 1024 + 1, 4])],
  wrong_stored_length: [edited([entry + 6, 0, 4]), edited([entry + 6, 10, 4]), edited([entry + 14, 0, 1])],
  unknown_encoding: [3, 6, 7, 16, 255].map((encoding) => edited([entry + 14, encoding, 1])),
};

describe('parseChunkMap', () => {
  for (const problem of chunkMapProblems) {
    it(`names ${problem}`, () => {
      expect(refused[problem]).to.not.be.empty;
      for (const bytes of refused[problem]) {
        expect(parseChunkMap(bytes)._unsafeUnwrapErr()).to.deep.equal({ kind: 'format_error', format: 'chunk_map', problem });
      }
    });
  }

  it('reads a map wherever it lies in memory', () => {
    const shifted = new Uint8Array([1, ...base]).subarray(1);
    expect(parseChunkMap(shifted)._unsafeUnwrap()).to.deep.equal(parseChunkMap(base)._unsafeUnwrap());
  });
});
