import type { SeededRandom } from '@svc/conformance';

/** Well-formed files of one format, and how to tell a lie about a length in one. */
export interface MutationBase {
  readonly files: readonly Uint8Array[];
  editLength(random: SeededRandom, file: Uint8Array): Uint8Array;
}

type Mutation = (random: SeededRandom, base: MutationBase, file: Uint8Array) => Uint8Array;

const concatenated = (...pieces: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
};

const range = (random: SeededRandom, file: Uint8Array): Uint8Array => {
  const begin = random.integer(file.length + 1);
  return file.subarray(begin, begin + random.integer(file.length - begin + 1));
};

export const mutations: Readonly<Record<string, Mutation>> = {
  'flipped bits': (random, _, file) => {
    const copy = file.slice();
    for (let flips = 1 + random.integer(8); flips > 0; flips -= 1) {
      const at = random.integer(copy.length);
      copy[at] = (copy[at] ?? 0) ^ (1 << random.integer(8));
    }
    return copy;
  },
  'cut off': (random, _, file) => {
    const length = random.integer(file.length);
    return random.integer(2) === 0 ? file.subarray(0, length) : file.subarray(file.length - length);
  },
  'made longer': (random, _, file) => {
    const more = random.integer(2) === 0 ? random.bytes(1 + random.integer(50)) : range(random, file);
    const at = random.pick([0, file.length, random.integer(file.length)]);
    return concatenated(file.subarray(0, at), more, file.subarray(at));
  },
  'edited lengths': (random, base, file) => {
    let edited = file;
    for (let edits = 1 + random.integer(3); edits > 0; edits -= 1) edited = base.editLength(random, edited);
    return edited;
  },
  spliced: (random, base, file) => {
    const other = random.pick(base.files);
    const begin = random.integer(file.length + 1);
    const end = begin + random.integer(file.length - begin + 1);
    return concatenated(file.subarray(0, begin), range(random, other), file.subarray(end));
  },
  'random bytes': (random, _, file) => {
    const bytes = random.bytes(random.integer(200));
    return random.integer(2) === 0 ? bytes : concatenated(file.subarray(0, 16), bytes, file.subarray(-random.integer(21)));
  },
};

const integers = [
  0,
  1,
  2,
  7,
  8,
  20,
  40,
  41,
  82,
  255,
  256,
  4096,
  4097,
  65_535,
  65_536,
  2 ** 20,
  2 ** 20 + 1,
  2 ** 26,
  2 ** 31,
  2 ** 32 - 1,
];

/** Writes another number over one of the little-endian ones at these places. */
export const editBinaryLength = (random: SeededRandom, file: Uint8Array, places: readonly number[]): Uint8Array => {
  const copy = file.slice();
  const at = random.pick(places);
  const view = new DataView(copy.buffer);
  if (at < 0 || at + 4 > copy.length) return copy;
  const value = random.integer(2) === 0 ? random.pick(integers) : view.getUint32(at, true) + random.integer(5) - 2;
  view.setUint32(at, value, true);
  return copy;
};

const tokens = [
  '0',
  '1',
  '-1',
  '1.5',
  '1e9',
  '4096',
  '4097',
  '9007199254740991',
  '9007199254740992',
  '99999999999999999999999',
  'null',
  'true',
  '""',
  '{}',
  '[]',
  '[[[[[[[[',
  '{"a":',
  '"__proto__"',
  '"constructor"',
  '"__proto__":{"polluted":1},',
  ',',
  ':',
  '}',
  ']',
  ' ',
  '\n',
  '\\u0031',
  '\u{1f600}',
  '\0',
].map((token) => new TextEncoder().encode(token));

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** Puts another token over a run of digits, or into any place. */
export const editTextLength = (random: SeededRandom, file: Uint8Array): Uint8Array => {
  const at = random.integer(file.length + 1);
  if (random.integer(3) === 0) return concatenated(file.subarray(0, at), random.pick(tokens), file.subarray(at));
  let begin = at;
  while (begin < file.length && !isDigit(file[begin])) begin += 1;
  let end = begin;
  while (isDigit(file[end])) end += 1;
  return concatenated(file.subarray(0, begin), random.pick(tokens), file.subarray(end));
};
