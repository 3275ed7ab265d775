import { expect } from 'chai';
import { writeFully } from '../../src/pull/write-fully.js';

/** A disk that takes so many bytes of each call. */
const slowDisk = (mostBytes: number) => {
  const written = Buffer.alloc(64);
  return {
    written,
    writev: async <Pieces extends readonly NodeJS.ArrayBufferView[]>(pieces: Pieces, position = 0) => {
      if (position >= written.byteLength) throw new Error(`nothing is written at ${position}`);
      const all = Buffer.concat(pieces.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)));
      const bytesWritten = all.copy(written, position, 0, mostBytes);
      return { bytesWritten, buffers: pieces };
    },
  };
};

describe('writeFully', () => {
  for (const mostBytes of [1, 2, 3, 4, 5, 7, 64]) {
    it(`writes each byte at its place, and once, to a disk that takes ${mostBytes} at a time`, async () => {
      const disk = slowDisk(mostBytes);
      const pieces = ['abc', '', 'd', 'efgh', 'ij'].map((text) => Buffer.from(text));
      expect(await writeFully(disk, pieces, 5)).to.equal(15);
      expect(disk.written.toString('latin1', 5, 15)).to.equal('abcdefghij');
      expect(disk.written.subarray(15).every((byte) => byte === 0)).to.equal(true);
    });
  }
});
