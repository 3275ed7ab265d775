import { invariant } from '@svc/core/model';
import type { Piece } from './jobs.js';

/** Throws for a piece that is not all there: the bytes that are would be named and encoded as if they were the chunk. */
export const expectInside = (bytes: Uint8Array, pieces: readonly Piece[]): void => {
  for (const { begin, end } of pieces) {
    const areWhole = Number.isInteger(begin) && Number.isInteger(end);
    invariant(
      areWhole && begin >= 0 && begin <= end && end <= bytes.byteLength,
      'a piece lies inside of the bytes that it is a piece of',
    );
  }
};
