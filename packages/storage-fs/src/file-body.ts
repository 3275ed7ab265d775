import type { ReadableFile } from './file-system.js';

/** Large enough that a read costs little beside the copying, small enough that the bytes are still near when they are hashed or sent. */
const chunkBytes = 256 * 1024;

/** The file ends before the place where its size said it would. */
export class FileTruncated extends Error {
  override readonly name = 'FileTruncated';

  constructor() {
    super('a blob ended before its last byte');
  }
}

/**
 * The bytes from `begin` to `end` (excluded) of an open file, in new buffers, the next one being read while one is used.
 * The file is closed when the last byte has been given, when a read fails and when the reader leaves, also before it has begun:
 * that is why this is written out and not a generator.
 */
export const fileBody = (file: ReadableFile, begin: number, end: number): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]: () => {
    let at = begin;
    let ahead: Promise<Uint8Array> | undefined;
    let closing: Promise<void> | undefined;

    const close = (): Promise<void> => (closing ??= file.close());
    const readAhead = (): Promise<Uint8Array> => {
      const reading = readFully(file, at, Math.min(chunkBytes, end - at));
      at = Math.min(at + chunkBytes, end);
      // The reader of the chunk meets the fault; there may be none.
      reading.catch(() => undefined);
      return reading;
    };

    return {
      next: async () => {
        if (closing !== undefined) return { done: true, value: undefined };
        if (ahead === undefined && at >= end) {
          await close();
          return { done: true, value: undefined };
        }
        try {
          const value = await (ahead ?? readAhead());
          ahead = at < end ? readAhead() : undefined;
          return { done: false, value };
        } catch (fault) {
          await close();
          throw fault;
        }
      },
      return: async () => {
        await close();
        return { done: true, value: undefined };
      },
    };
  },
});

/** Fills the target with the bytes of an open file from `begin` on, and closes it. */
export const fillFromFile = async (file: ReadableFile, begin: number, target: Uint8Array): Promise<void> => {
  try {
    await readInto(file, begin, target);
  } finally {
    await file.close();
  }
};

const readFully = async (file: ReadableFile, position: number, sizeBytes: number): Promise<Uint8Array> => {
  const buffer = Buffer.allocUnsafeSlow(sizeBytes);
  await readInto(file, position, buffer);
  return buffer;
};

/** Fills the target with the bytes of an open file from `position` on. */
export const readInto = async (file: ReadableFile, position: number, target: Uint8Array): Promise<void> => {
  const sizeBytes = target.byteLength;
  let filledBytes = 0;
  while (filledBytes < sizeBytes) {
    const { bytesRead } = await file.read(target, filledBytes, sizeBytes - filledBytes, position + filledBytes);
    if (bytesRead === 0) throw new FileTruncated();
    filledBytes += bytesRead;
  }
};
