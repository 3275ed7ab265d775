import { invariant, type IncrementalHash } from '@svc/core';
import type { OpenFile } from './file-system.js';

/** One call to the file system for this much; at most twice as much of one upload is in memory. */
const batchBytes = 1024 * 1024;
/** A body of tiny chunks must not collect a million of them. */
const batchChunks = 256;

/** Takes the chunks of one file in order. A chunk must not change before the sink is finished or settled. */
export interface FileSink {
  /** Resolves, where it answers a promise at all, when the next chunk may come. */
  take(chunk: Uint8Array): Promise<void> | undefined;
  /** Writes what is left; resolves with the SHA-256 of the whole, in hex. */
  finish(): Promise<string>;
  /** Waits until nothing is being written any more, whatever became of it. */
  settle(): Promise<void>;
}

/**
 * Hashes and writes a file at the same time: while one batch of chunks is being written on another thread, the next is received
 * and hashed on this one. So a file takes as long as the slower of the two.
 */
export const createFileSink = (file: OpenFile, hash: IncrementalHash): FileSink => {
  let batch: Uint8Array[] = [];
  let pendingBytes = 0;
  let position = 0;
  let writing: Promise<void> = Promise.resolve();

  const submit = async (): Promise<void> => {
    await writing;
    writing = writeFully(file, batch, position);
    // The next wait for it meets the fault, if there is one.
    writing.catch(() => undefined);
    position += pendingBytes;
    batch = [];
    pendingBytes = 0;
  };

  return {
    take: (chunk) => {
      hash.update(chunk);
      if (chunk.byteLength > 0) batch.push(chunk);
      pendingBytes += chunk.byteLength;
      return pendingBytes >= batchBytes || batch.length >= batchChunks ? submit() : undefined;
    },
    finish: async () => {
      if (pendingBytes > 0) await submit();
      await writing;
      return hash.digestHex();
    },
    settle: async () => {
      await Promise.allSettled([writing]);
    },
  };
};

const writeFully = async (file: OpenFile, chunks: readonly Uint8Array[], position: number): Promise<void> => {
  let rest = chunks;
  let at = position;
  while (rest.length > 0) {
    const { bytesWritten } = await file.writev(rest, at);
    invariant(bytesWritten > 0, 'a write that succeeds writes something');
    at += bytesWritten;
    rest = skip(rest, bytesWritten);
  }
};

/** What is left of the chunks after their first `bytes` bytes. */
const skip = (chunks: readonly Uint8Array[], bytes: number): readonly Uint8Array[] => {
  let index = 0;
  let left = bytes;
  for (const chunk of chunks) {
    if (left < chunk.byteLength) break;
    left -= chunk.byteLength;
    index += 1;
  }
  const [first, ...others] = chunks.slice(index);
  return first === undefined ? [] : [first.subarray(left), ...others];
};
