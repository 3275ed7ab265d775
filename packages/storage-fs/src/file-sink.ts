import { invariant } from '@svc/core/model';
import type { IncrementalHash } from '@svc/core/ports';
import type { EarlyFlush } from './early-flush.js';
import type { OpenFile } from './file-system.js';

/**
 * What one call to the file system writes, unless a single chunk is larger. Fewer calls wake a thread less often: 64 KiB took a tenth of a push's time more. With
 * much more, where memory is scarce, the kernel has several times the work, because it looks for as large pieces of it.
 */
const batchBytes = 256 * 1024;
/** The same for what follows the first bytes of a large file: a twentieth of the server's time. Who only begins to send holds no more memory for that. */
const largeBatchBytes = 1024 * 1024;
const largeBatchesFrom = 8 * 1024 * 1024;
const batchChunks = 256;
/** The disk works while the rest is being received; otherwise all of it would be left to the final sync. */
const flushEveryBytes = 16 * 1024 * 1024;

/** Takes the chunks of one file in order. A chunk must not change before the sink is finished or settled. */
export interface FileSink {
  /** Resolves, where it answers a promise at all, when the next chunk may come. */
  take(chunk: Uint8Array): Promise<void> | undefined;
  /** Writes what is left; resolves with the SHA-256 of the whole, in hex, where one was asked for. The file is yet to be synchronized. */
  finish(): Promise<string | undefined>;
  /** Waits until nothing is under way any more, whatever became of it. */
  drain(): Promise<void>;
}

/**
 * Hashes, writes and flushes a file at the same time: while some chunks are being written and flushed on other threads, the next are received and
 * hashed on this one. So a file takes little longer than the slowest of the three. It is written by one call after the other, since the kernel lets only
 * one at a time write to a file, and those that wait keep a core busy. The sender waits when two batches are in memory.
 */
export const createFileSink = (file: OpenFile, hash: IncrementalHash | undefined, flushEarly: EarlyFlush): FileSink => {
  let batch: Uint8Array[] = [];
  let pendingBytes = 0;
  let position = 0;
  let unflushedBytes = 0;
  let writing: Promise<void> | undefined;
  let flush: Promise<void> | undefined;
  let flushing = false;

  const flushIfDue = (): void => {
    if (flushing || unflushedBytes < flushEveryBytes) return;
    const started = flushEarly(file);
    if (started === undefined) return;
    unflushedBytes = 0;
    flushing = true;
    // After a fault it is "flushing" for ever: a lost write is reported once, and must fail the file when it is finished.
    flush = started.then(() => void (flushing = false));
    flush.catch(() => undefined);
  };

  /** Hands out the write before, which this one waits for. */
  const startWrite = (): Promise<void> | undefined => {
    const before = writing;
    const [chunks, at] = [batch, position];
    writing = before === undefined ? writeFully(file, chunks, at) : before.then(() => writeFully(file, chunks, at));
    // The next caller that waits for it meets the fault, if there is one.
    writing.catch(() => undefined);
    position += pendingBytes;
    unflushedBytes += pendingBytes;
    batch = [];
    pendingBytes = 0;
    flushIfDue();
    return before;
  };

  return {
    take: (chunk) => {
      hash?.update(chunk);
      if (chunk.byteLength > 0) batch.push(chunk);
      pendingBytes += chunk.byteLength;
      const isLarge = position >= largeBatchesFrom;
      return pendingBytes >= (isLarge ? largeBatchBytes : batchBytes) || batch.length >= batchChunks ? startWrite() : undefined;
    },
    finish: async () => {
      if (pendingBytes > 0) await startWrite();
      await Promise.all([writing, flush]);
      return hash?.digestHex();
    },
    drain: async () => {
      await Promise.allSettled([writing, flush]);
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
