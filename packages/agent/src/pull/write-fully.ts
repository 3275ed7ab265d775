import type { OpenFile } from '../file-system.js';

/**
 * Writes all of the pieces from `position` on, in bytes, and answers where the last of them ends. A disk that is nearly full, and a network drive, may take
 * less than they are handed.
 */
export const writeFully = async (
  handle: Pick<OpenFile, 'writev'>,
  pieces: readonly Uint8Array[],
  position: number,
): Promise<number> => {
  let rest = pieces;
  let at = position;
  while (rest.length > 0) {
    const { bytesWritten } = await handle.writev(rest, at);
    at += bytesWritten;
    rest = behind(rest, bytesWritten);
  }
  return at;
};

/** What is left of the pieces when so many of their bytes are written. */
const behind = (pieces: readonly Uint8Array[], bytes: number): readonly Uint8Array[] => {
  let rest = bytes;
  for (const [index, piece] of pieces.entries()) {
    if (rest < piece.byteLength) return [piece.subarray(rest), ...pieces.slice(index + 1)];
    rest -= piece.byteLength;
  }
  return [];
};
