import { expect } from 'chai';
import { type ByteReader, createByteReader } from '../../src/git/byte-reader.js';

/** Parts that follow each other, and how each is taken. */
const parts = ['a line', '', 'bytes with\nline feeds', 'a field with\na line feed', '', 'é\0'] as const;
const written = Buffer.concat([
  Buffer.from(`${parts[0]}\n${parts[1]}\n`),
  Buffer.from(parts[2]),
  Buffer.from(`${parts[3]}\0${parts[4]}\0`),
  Buffer.from(parts[5]),
]);

const inPieces = async function* (bytes: Buffer, pieceBytes: number): AsyncGenerator<Buffer, void, undefined> {
  for (let at = 0; at < bytes.byteLength; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
};

const waitFor = async <T>({ more }: ByteReader, take: () => T | undefined): Promise<T> => {
  for (;;) {
    const taken = take();
    if (taken !== undefined) return taken;
    if (!(await more())) return expect.fail('the stream has ended');
  }
};

describe('a reader of bytes', () => {
  for (let pieceBytes = 1; pieceBytes <= written.byteLength; pieceBytes += 1) {
    it(`finds lines, fields and bytes in pieces of ${pieceBytes}`, async () => {
      const reader = createByteReader(inPieces(written, pieceBytes));
      const text = async (part: string): Promise<string> => {
        const length = Buffer.byteLength(part);
        return (await waitFor(reader, () => reader.bytes(length))).toString();
      };
      const found = [
        await waitFor(reader, reader.line),
        await waitFor(reader, reader.line),
        await text(parts[2]),
        await waitFor(reader, reader.field),
        await waitFor(reader, reader.field),
        await text(parts[5]),
      ];
      expect(found).to.deep.equal(parts);
      expect(reader.bytes(1)).to.equal(undefined);
      expect(await reader.more()).to.equal(false);
    });
  }

  it('gives nothing of bytes that are not all there', async () => {
    const reader = createByteReader(inPieces(Buffer.from('abcdef'), 2));
    await reader.more();
    expect(reader.bytes(3)).to.equal(undefined);
    await reader.more();
    expect(reader.bytes(3)?.toString()).to.equal('abc');
    expect(reader.bytes(3)).to.equal(undefined);
    expect(reader.line()).to.equal(undefined);
    await reader.more();
    expect(reader.bytes(3)?.toString()).to.equal('def');
  });
});
