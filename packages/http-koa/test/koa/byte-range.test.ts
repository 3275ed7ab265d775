import { rounds } from '@svc/test-services/rounds';
import { expect } from 'chai';
import { decideRange, severalSpans } from '../../src/koa/byte-range.js';
import { createSeeded, seed } from '../support/seeded.js';

const decide = (range: string, size: number) => decideRange(range, undefined, size, '"etag"');
const partial = (first: number, last: number) => ({ kind: 'partial', span: { first, last } });

const ranges = rounds({ property: 'a byte range is what Array.slice gives', test: 10_000, proof: 1_000_000 });

const pieces = [
  'bytes=',
  'Bytes=',
  'bytes',
  '=',
  '-',
  '-',
  ',',
  ' ',
  '0',
  '1',
  '7',
  '11',
  '12',
  '9'.repeat(20),
  '0x1',
  '+',
  '.',
  'e',
  '\t',
  '\u0661',
];

/** By the grammar of RFC 9110, with numbers that are as large as they like; undefined for what is no single range. */
const readRange = (text: string): { readonly first: bigint | undefined; readonly last: bigint | undefined } | undefined => {
  const [unit = '', range, ...more] = text.trim().split('=');
  if (unit.toLowerCase() !== 'bytes' || range === undefined || more.length > 0) return undefined;
  const [first, last, ...rest] = range.split('-');
  const areDigits = [first, last].every(
    (digits) => digits !== undefined && [...digits].every((digit) => '0123456789'.includes(digit)),
  );
  if (first === undefined || last === undefined || rest.length > 0 || !areDigits || first + last === '') return undefined;
  return { first: first === '' ? undefined : BigInt(first), last: last === '' ? undefined : BigInt(last) };
};

/** What `Array.slice` gives of so many numbers; undefined where there is no range to honour. */
const sliceOf = (text: string, size: number): readonly number[] | undefined => {
  const range = readRange(text);
  if (range === undefined) return undefined;
  const { first, last } = range;
  if (first !== undefined && last !== undefined && last < first) return undefined;
  const numbers = Array.from({ length: size }, (_, at) => at);
  if (first === undefined) return last === 0n ? [] : numbers.slice(-Number(last));
  return numbers.slice(Number(first), last === undefined ? undefined : Number(last) + 1);
};

describe('decideRange', () => {
  it('answers the span of a first-last, an open and a suffix range', () => {
    expect(decide('bytes=0-0', 10)).to.deep.equal(partial(0, 0));
    expect(decide('bytes=2-5', 10)).to.deep.equal(partial(2, 5));
    expect(decide('bytes=2-', 10)).to.deep.equal(partial(2, 9));
    expect(decide('bytes=-3', 10)).to.deep.equal(partial(7, 9));
    expect(decide('bytes=-30', 10)).to.deep.equal(partial(0, 9));
    expect(decide('bytes=9-99', 10)).to.deep.equal(partial(9, 9));
    expect(decide('Bytes=0-1', 10)).to.deep.equal(partial(0, 1));
  });

  it('is unsatisfiable when it begins at or behind the end', () => {
    for (const range of ['bytes=10-', 'bytes=10-11', 'bytes=-0']) expect(decide(range, 10).kind, range).to.equal('unsatisfiable');
    for (const range of ['bytes=0-', 'bytes=0-0', 'bytes=-1']) expect(decide(range, 0).kind, range).to.equal('unsatisfiable');
  });

  it('counts beyond 32 bits', () => {
    const size = 5 * 2 ** 40;
    expect(decide(`bytes=${2 ** 33}-${2 ** 41}`, size)).to.deep.equal(partial(2 ** 33, 2 ** 41));
    expect(decide('bytes=999999999999999-', size).kind).to.equal('unsatisfiable');
  });

  it('clamps to the end however many digits a number has', () => {
    const huge = ['999999999999999', '9007199254740993', '9223372036854775807', '18446744073709551616', '9'.repeat(8000)];
    for (const number of huge) {
      expect(decide(`bytes=0-${number}`, 10), number).to.deep.equal(partial(0, 9));
      expect(decide(`bytes=9-${number}`, 10), number).to.deep.equal(partial(9, 9));
      expect(decide(`bytes=-${number}`, 10), number).to.deep.equal(partial(0, 9));
      for (const range of [`bytes=${number}-`, `bytes=${number}-${number}`]) {
        expect(decide(range, 10).kind, range).to.equal('unsatisfiable');
      }
      expect(decide(`bytes=${number}-5`, 10).kind, number).to.equal('whole');
    }
    const zeros = '0'.repeat(100);
    expect(decide(`bytes=${zeros}1-${zeros}2`, 10)).to.deep.equal(partial(1, 2));
  });

  it('ignores what is malformed, and several ranges', () => {
    const ignored = [
      '',
      'bytes',
      'bytes=',
      'bytes=-',
      'bytes=5-2',
      'bytes=a-b',
      'bytes=1-2,4-5',
      'bytes=1-2,',
      'bytes= 1-2',
      'bytes=1 -2',
      'items=0-1',
      'bytes=--1',
      'bytes=+1-2',
      'bytes=0x1-2',
      'bytes=1e1-20',
      'bytes=1.0-2',
      'bytes=-1-2',
    ];
    for (const range of ignored) expect(decide(range, 10).kind, range).to.equal('whole');
  });

  it('honours If-Range only when it is exactly the strong ETag', () => {
    expect(decideRange('bytes=0-1', '"etag"', 10, '"etag"').kind).to.equal('partial');
    for (const other of ['W/"etag"', '"other"', 'etag', 'Fri, 20 Nov 2026 20:00:00 GMT', '']) {
      expect(decideRange('bytes=0-1', other, 10, '"etag"').kind, other).to.equal('whole');
    }
    expect(decideRange('bytes=0-1', '"etag"', 10, undefined).kind).to.equal('whole');
  });

  it(`agrees with Array.slice on ${ranges} texts (seed ${seed})`, () => {
    const random = createSeeded(seed);
    const below = (limit: number): number => Math.floor(random() * limit);
    const drawRange = (): string => {
      const [first, last] = [below(14), below(14)];
      return [`bytes=${first}-${last}`, `bytes=${first}-`, `bytes=-${last}`][below(3)] ?? '';
    };
    const drawText = (): string => Array.from({ length: 1 + below(6) }, () => pieces[below(pieces.length)]).join('');
    for (let round = 0; round < ranges; round += 1) {
      const size = below(12);
      const text = below(2) === 0 ? drawRange() : `${below(2) === 0 ? 'bytes=' : ''}${drawText()}`;
      const expected = sliceOf(text, size);
      const decision = decide(text, size);
      if (expected === undefined) expect(decision.kind, text).to.equal('whole');
      else if (expected.length === 0) expect(decision.kind, `${text} of ${size}`).to.equal('unsatisfiable');
      else expect(decision, `${text} of ${size}`).to.deep.equal(partial(expected.at(0) ?? -1, expected.at(-1) ?? -1));
    }
  });
});

describe('severalSpans', () => {
  it('answers spans that are in order, without overlap and inside of the bytes', () => {
    const spans = [
      { first: 0, last: 1 },
      { first: 2, last: 2 },
      { first: 5, last: 9 },
    ];
    expect(severalSpans('bytes=0-1,2-2,5-9', 10)).to.deep.equal(spans);
    expect(severalSpans(' BYTES=0-1, 2-2,5-9 ', 10)).to.deep.equal(spans);
    expect(severalSpans('bytes=0-1 , 2-2\t,\t \t5-9', 10)).to.deep.equal(spans);
  });

  it('answers nothing to one range, and to those that are malformed, overlap, go back, lie outside or have no end', () => {
    const others = [
      '0-1',
      '0-1,',
      ',0-1',
      '0-1,1-2',
      '4-5,0-1',
      '0-1,5-4',
      '0-1,5-10',
      '0-1,5-',
      '0-1,-2',
      '0-1;2-3',
      '0-1,x',
      '',
    ];
    for (const other of others) expect(severalSpans(`bytes=${other}`, 10), other).to.equal(undefined);
    expect(severalSpans(undefined, 10)).to.equal(undefined);
    expect(severalSpans('items=0-1,2-3', 10)).to.equal(undefined);
  });

  it('answers 128 ranges and no more', () => {
    const ranges = (count: number): string =>
      `bytes=${Array.from({ length: count }, (_, at) => `${at * 2}-${at * 2}`).join(',')}`;
    expect(severalSpans(ranges(128), 1000)).to.have.length(128);
    expect(severalSpans(ranges(129), 1000)).to.equal(undefined);
  });
});
