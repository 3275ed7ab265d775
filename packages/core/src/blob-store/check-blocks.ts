import { blockBytes, type BlockHasher } from '../formats/block-names/block-names.js';
import { unavailable } from '../model/app-error.js';
import { BlobUnreadable } from '../model/blob-unreadable.js';
import type { ObjectKey } from '../model/values/index.js';
import type { ByteSpan } from '../ports/index.js';
import { BlobCorrupted } from './blob-corrupted.js';
import type { BlockNames } from './open-block-names.js';

/** The smallest span of whole blocks that holds the span. */
export const toBlockBorders = ({ first, last }: ByteSpan, sizeBytes: number): ByteSpan => ({
  first: first - (first % blockBytes),
  last: Math.min(last - (last % blockBytes) + blockBytes, sizeBytes) - 1,
});

const joined = (left: Uint8Array, right: Uint8Array): Uint8Array => {
  if (left.byteLength === 0) return right;
  const bytes = new Uint8Array(left.byteLength + right.byteLength);
  bytes.set(left);
  bytes.set(right, left.byteLength);
  return bytes;
};

/** The same bytes in pieces of whole blocks; only the last one may end within a block. Nothing is copied where the store reads so anyway. */
async function* inWholeBlocks(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  let rest: Uint8Array = new Uint8Array(0);
  for await (const piece of body) {
    const bytes = joined(rest, piece);
    const wholeBytes = bytes.byteLength - (bytes.byteLength % blockBytes);
    rest = bytes.subarray(wholeBytes);
    if (wholeBytes > 0) yield bytes.subarray(0, wholeBytes);
  }
  if (rest.byteLength > 0) yield rest;
}

interface Checked {
  readonly key: ObjectKey;
  readonly body: AsyncIterable<Uint8Array>;
  /** What `body` gives. */
  readonly read: ByteSpan;
  /** What is wanted of it. */
  readonly asked: ByteSpan;
  readonly names: BlockNames;
  /** Whether a block whose name cannot be told breaks the reading off; otherwise it is as good as any. */
  readonly demandsNames: boolean;
  readonly blockHasher: BlockHasher;
}

const checkBlock = async ({ key, names, demandsNames, blockHasher }: Checked, at: number, block: Uint8Array): Promise<void> => {
  const name = await names.find(at / blockBytes);
  if (name === undefined && demandsNames) throw new BlobUnreadable(unavailable('storage'));
  if (name !== undefined && name !== blockHasher.blake3Hex(block)) throw new BlobCorrupted(key);
};

async function* checked(reading: Checked): AsyncGenerator<Uint8Array, void, undefined> {
  const { key, body, read, asked, names } = reading;
  let at = read.first;
  try {
    for await (const piece of inWholeBlocks(body)) {
      for (let begin = 0; begin < piece.byteLength; begin += blockBytes) {
        await checkBlock(reading, at + begin, piece.subarray(begin, begin + blockBytes));
      }
      yield piece.subarray(Math.max(0, asked.first - at), asked.last + 1 - at);
      at += piece.byteLength;
    }
    if (at !== read.last + 1) throw new BlobCorrupted(key);
  } finally {
    await names.close();
  }
}

/** What was asked for, of which no byte is given before its block was found to have its name; otherwise the body throws `BlobCorrupted`. */
export const checkBlocks = (reading: Checked): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]: () => {
    const pieces = checked(reading);
    let hasBegun = false;
    return {
      next: () => {
        hasBegun = true;
        return pieces.next();
      },
      return: async () => {
        if (hasBegun) await pieces.return();
        // Leaving a generator that has not begun releases nothing.
        else await Promise.all([reading.body[Symbol.asyncIterator]().return?.(), reading.names.close()]);
        return { done: true, value: undefined };
      },
    };
  },
});
