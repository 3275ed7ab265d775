import { expect } from 'chai';
import { copyTo } from '../src/copy-to.js';

const pieceBytes = 100;

describe('copyTo', () => {
  for (const [kind, newBuffer] of [
    ['shared', (bytes: number) => new SharedArrayBuffer(bytes)],
    ['unshared', (bytes: number) => new ArrayBuffer(bytes)],
  ] as const) {
    it(`copies pieces that begin at any byte of a word to any place in ${kind} memory`, () => {
      const source = Uint8Array.from({ length: 2 * pieceBytes }, (_, index) => index);
      for (let from = 0; from < 8; from += 1) {
        for (let to = 0; to < 8; to += 1) {
          const target = new Uint8Array(newBuffer(2 * pieceBytes), 3);
          const copy = copyTo(target);
          const expected = new Uint8Array(target.byteLength);
          for (const [length, at] of [
            [10, 0],
            [pieceBytes, 16],
            [pieceBytes - 30, 120],
          ] as const) {
            const piece = source.subarray(from, from + length);
            copy(piece, at + to);
            expected.set(piece, at + to);
          }
          expect([...target], `from ${from} to ${to}`).to.deep.equal([...expected]);
        }
      }
    });
  }
});
