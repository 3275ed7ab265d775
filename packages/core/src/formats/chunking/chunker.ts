import { expectBytes } from '../expect-bytes.js';
import { createCut } from './create-cut.js';
import type { Cut } from './cut.js';
import type { ChunkProfile } from './profile.js';

/** Cuts a stream of bytes into chunks. Where it cuts does not depend on how the bytes arrive. */
export interface Chunker {
  /** Takes the next bytes, any number of them; gives the chunks that are certain now, in new memory. Throws a `TypeError` for anything but a `Uint8Array`. */
  push(bytes: Uint8Array): Uint8Array[];
  /** Gives the chunks of the remaining bytes. The next `push` begins another stream. */
  finish(): Uint8Array[];
}

const bufferedChunks = 4;

/** Keeps a buffer of four longest chunks, whatever comes. */
export const createChunker = (profile: ChunkProfile, cut: Cut = createCut(profile)): Chunker => {
  const { maxBytes } = profile;
  const buffer = new Uint8Array(bufferedChunks * maxBytes);
  let begin = 0;
  let end = 0;

  const takeChunks = (into: Uint8Array[], leastBytes: number): void => {
    while (end - begin >= leastBytes) {
      const next = begin + cut(buffer, begin, end);
      into.push(buffer.slice(begin, next));
      begin = next;
    }
  };

  return {
    push: (bytes) => {
      expectBytes(bytes);
      const chunks: Uint8Array[] = [];
      for (let taken = 0; taken < bytes.byteLength;) {
        const piece = bytes.subarray(taken, taken + buffer.byteLength - end);
        buffer.set(piece, end);
        end += piece.byteLength;
        taken += piece.byteLength;
        takeChunks(chunks, maxBytes);
        if (end < buffer.byteLength) continue;
        buffer.copyWithin(0, begin, end);
        end -= begin;
        begin = 0;
      }
      return chunks;
    },
    finish: () => {
      const chunks: Uint8Array[] = [];
      takeChunks(chunks, 1);
      begin = 0;
      end = 0;
      return chunks;
    },
  };
};
