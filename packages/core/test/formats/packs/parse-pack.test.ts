import { expect } from 'chai';
import {
  type FormatError,
  hasPackMagic,
  maxPackBytes,
  type PackProblem,
  packProblems,
  parsePack,
  parsePackFooter,
  parsePackIndex,
} from '../../../src/formats/packs/index.js';
import { chunkNameOf, packNameOf, packOf } from './samples.js';

const pack = packNameOf();
const bytes = Uint8Array.of(1, 2, 3, 4, 5);
/** Two chunks: 8 + 5 + 5 bytes, the index at 18, the footer at 100. */
const base = packOf([
  { name: chunkNameOf(), encoded: { encoding: 0, bytes }, rawBytes: 5 },
  { name: chunkNameOf(), encoded: { encoding: 4, bytes }, rawBytes: 900 },
]);
const index = base.subarray(18, 100);
const footer = base.subarray(100);

const edited = (file: Uint8Array, ...edits: readonly (readonly [at: number, value: number])[]): Uint8Array => {
  const copy = file.slice();
  for (const [at, value] of edits) new DataView(copy.buffer).setUint32(at, value, true);
  return copy;
};
const withByte = (file: Uint8Array, at: number, value: number): Uint8Array => {
  const copy = file.slice();
  copy[at] = value;
  return copy;
};

const problemOf = (result: ReturnType<typeof parsePack> | ReturnType<typeof parsePackFooter>): FormatError['problem'] =>
  result._unsafeUnwrapErr().problem;

const refused: Record<PackProblem, readonly (() => ReturnType<typeof parsePack> | ReturnType<typeof parsePackFooter>)[]> = {
  too_short: [
    () => parsePack(new Uint8Array(), pack),
    () => parsePack(base.subarray(-69), pack),
    () => parsePackFooter(footer, 69),
  ],
  too_long: [() => parsePackFooter(footer, maxPackBytes + 1), () => parsePackIndex(index, pack, maxPackBytes + 1)],
  wrong_magic: [() => parsePack(withByte(base, 7, 0x32), pack), () => parsePack(withByte(base, 0, 0), pack)],
  wrong_footer_length: [() => parsePackFooter(footer.subarray(1), 120), () => parsePackFooter(base, 120)],
  wrong_end_magic: [() => parsePack(withByte(base, 119, 0), pack), () => parsePack(base.subarray(0, -1), pack)],
  reserved_not_zero: [() => parsePack(edited(base, [108, 1]), pack)],
  no_chunks: [() => parsePack(edited(base, [100, 0], [104, 0]), pack), () => parsePackIndex(new Uint8Array(), pack, 120)],
  too_many_chunks: [
    () => parsePackFooter(edited(footer, [0, 65_537], [4, 65_537 * 41]), maxPackBytes),
    () => parsePackIndex(new Uint8Array(65_537 * 41), pack, maxPackBytes),
  ],
  wrong_index_length: [
    () => parsePack(edited(base, [104, 41]), pack),
    () => parsePack(edited(base, [100, 1]), pack),
    () => parsePackIndex(index.subarray(1), pack, 120),
  ],
  index_out_of_range: [
    () => parsePackFooter(edited(footer, [0, 3], [4, 123]), 120),
    () => parsePackFooter(footer, 8 + 1 + 82 + 20),
    () => parsePackFooter(edited(footer, [0, 65_536], [4, 65_536 * 41]), 120),
  ],
  wrong_raw_length: [() => parsePack(edited(base, [95, 0]), pack), () => parsePack(edited(base, [95, 1024 * 1024 + 1]), pack)],
  wrong_stored_length: [
    () => parsePack(edited(base, [91, 0]), pack),
    () => parsePack(edited(base, [91, 901]), pack),
    // Encoding 0 with another length than the raw one.
    () => parsePack(edited(base, [54, 6]), pack),
  ],
  unknown_encoding: [3, 5, 16, 255].map((encoding) => () => parsePack(withByte(base, 99, encoding), pack)),
  repeated_chunk: [() => parsePackIndex(Buffer.concat([index.subarray(0, 41), index.subarray(0, 41)]), pack, 120)],
  lengths_do_not_add_up: [
    () => parsePack(edited(base, [91, 6]), pack),
    () => parsePack(edited(base, [91, 4]), pack),
    () => parsePack(new Uint8Array(Buffer.concat([base.subarray(0, 18), Uint8Array.of(0), base.subarray(18)])), pack),
    () => parsePackIndex(index, pack, 121),
  ],
};

describe('parsePack', () => {
  for (const problem of packProblems) {
    it(`names ${problem}`, () => {
      expect(refused[problem]).to.not.be.empty;
      for (const parse of refused[problem]) expect(problemOf(parse())).to.equal(problem);
    });
  }

  it('reads the footer and the index apart from the rest, wherever they lie in memory', () => {
    const shifted = new Uint8Array([9, 9, 9, ...base]).subarray(3);
    const range = parsePackFooter(shifted.subarray(-20), shifted.length)._unsafeUnwrap();
    expect(range).to.deep.equal({ entryCount: 2, indexOffset: 18, indexBytes: 82 });
    const locations = parsePackIndex(shifted.subarray(18, 100), pack, shifted.length)._unsafeUnwrap();
    expect(locations).to.deep.equal(parsePack(base, pack)._unsafeUnwrap());
    expect(locations.map(({ offset }) => offset)).to.deep.equal([8, 13]);
  });

  it('says of the first bytes whether they are those of a pack', () => {
    expect(hasPackMagic(base.subarray(0, 8))).to.equal(true);
    expect(hasPackMagic(base.subarray(0, 7))).to.equal(false);
    expect(hasPackMagic(base.subarray(1))).to.equal(false);
  });

  it('takes every encoding, and chunks of 1 byte and of 1 MiB', () => {
    const mebibyte = 1024 * 1024;
    const chunks = [
      ...([1, 2, 4, 8] as const).map((encoding) => ({ encoding, bytes, rawBytes: mebibyte })),
      { encoding: 0 as const, bytes: Uint8Array.of(1), rawBytes: 1 },
      { encoding: 0 as const, bytes: new Uint8Array(mebibyte), rawBytes: mebibyte },
    ].map(({ encoding, bytes: stored, rawBytes }) => ({ name: chunkNameOf(), encoded: { encoding, bytes: stored }, rawBytes }));
    const locations = parsePack(packOf(chunks), pack)._unsafeUnwrap();
    expect(locations.map(({ encoding }) => encoding)).to.deep.equal([1, 2, 4, 8, 0, 0]);
    expect(locations.at(-1)).to.include({ storedBytes: mebibyte, rawBytes: mebibyte });
  });
});
