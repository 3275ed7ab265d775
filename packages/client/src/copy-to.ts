const wordBytes = 8;

const isShared = ({ buffer }: Uint8Array): boolean =>
  typeof SharedArrayBuffer !== 'undefined' && buffer instanceof SharedArrayBuffer;

/** Copies a piece to a place in the target. */
export type CopyPiece = (piece: Uint8Array, at: number) => void;

/**
 * Between memory that threads share and any other, V8 copies word by word if both begin at the same byte of a word, and else byte by byte, which takes
 * four times as long. Pieces from a network begin anywhere, so those that do not suit are moved to a place that does first.
 */
export const copyTo = (target: Uint8Array): CopyPiece => {
  if (!isShared(target)) return (piece, at) => target.set(piece, at);
  let spare = new Uint8Array(0);
  return (piece, at) => {
    const begin = (target.byteOffset + at) % wordBytes;
    if (piece.byteOffset % wordBytes === begin) {
      target.set(piece, at);
      return;
    }
    const neededBytes = begin + piece.byteLength;
    if (spare.byteLength < neededBytes) spare = new Uint8Array(neededBytes);
    const moved = spare.subarray(begin, neededBytes);
    moved.set(piece);
    target.set(moved, at);
  };
};
