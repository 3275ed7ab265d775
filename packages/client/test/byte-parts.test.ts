import { expect } from 'chai';
import { beginsOfParts, boundaryOf, mayComeInParts, partsBytes } from '../src/byte-parts.js';

const ranges = [
  { begin: 0, end: 3 },
  { begin: 10, end: 12 },
];
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const part = (range: string, bytes: string, more = ''): string =>
  `--b\r\n${more}Content-Range: bytes ${range}/99\r\n\r\n${bytes}\r\n`;

describe('the parts of an answer with several ranges', () => {
  it('begin behind their headers, whatever else these say', () => {
    const body = `${part('0-2', 'abc', 'Content-Type: x/y\r\n')}${part('10-11', 'de')}--b--\r\n`;
    const begins = beginsOfParts(bytesOf(body), 'b', ranges);
    expect(begins).to.deep.equal([body.indexOf('abc'), body.indexOf('de')]);
    const afterLine = beginsOfParts(bytesOf(`\r\n${body}`), 'b', ranges);
    expect(afterLine).to.deep.equal(begins?.map((begin) => begin + 2));
  });

  it('are found in memory that threads share, and where they hold what looks like a boundary', () => {
    const body = `${part('0-2', '--b')}${part('10-11', '\r\n')}--b--\r\n`;
    const shared = new Uint8Array(new SharedArrayBuffer(body.length));
    shared.set(bytesOf(body));
    expect(beginsOfParts(shared, 'b', ranges)).to.have.length(2);
  });

  it('are not found where they are others, fewer, in another order or cut off', () => {
    const others = [
      `${part('0-2', 'abc')}${part('10-12', 'def')}--b--`,
      `${part('10-11', 'de')}${part('0-2', 'abc')}--b--`,
      `${part('0-2', 'abc')}--b--\r\n`,
      `${part('0-2', 'abc')}${part('10-11', 'd').slice(0, -2)}`,
      `${part('0-2', 'abc')}--b\r\nContent-Type: x/y\r\n\r\nde\r\n--b--`,
      part('0-2', 'abc').replace('--b', '--c'),
      '',
    ];
    for (const other of others) expect(beginsOfParts(bytesOf(other), 'b', ranges), other).to.equal(undefined);
  });

  it('have a boundary that their type tells, with quotes or without', () => {
    expect(boundaryOf('multipart/byteranges; boundary=abc')).to.equal('abc');
    expect(boundaryOf('Multipart/ByteRanges;boundary="a c"')).to.equal('a c');
    for (const other of ['application/octet-stream', 'multipart/mixed; boundary=b', 'multipart/byteranges', undefined]) {
      expect(boundaryOf(other)).to.equal(undefined);
    }
  });

  it('take no more room than is reckoned with', () => {
    const heading = `\r\n--${'b'.repeat(70)}\r\nContent-Type: application/octet-stream\r\nContent-Range: bytes 12345678-12345678/12345678\r\n\r\n`;
    expect(partsBytes(ranges)).to.be.at.least(5 + heading.length * 2 + 78);
  });

  it('may come for 2 to 128 ranges that stand in order, apart from each other and inside of the bytes', () => {
    const rangesOf = (count: number) => Array.from({ length: count }, (_, index) => ({ begin: 2 * index, end: 2 * index + 2 }));
    expect([0, 1, 2, 128, 129].map((count) => mayComeInParts(rangesOf(count), 256))).to.deep.equal([
      false,
      false,
      true,
      true,
      false,
    ]);
    expect(mayComeInParts(rangesOf(128), 255)).to.equal(false);
    for (const last of [
      { begin: 1, end: 9 },
      { begin: 5, end: 5 },
      { begin: NaN, end: 9 },
    ]) {
      expect(mayComeInParts([...rangesOf(2), last], 256), String(last.begin)).to.equal(false);
    }
    expect(mayComeInParts([{ begin: -1, end: 1 }, ...rangesOf(1)], 256)).to.equal(false);
  });
});
