/** Memory of its own that nobody has written zeros to: for bytes that are all about to be set. */
export const newBytes = (sizeBytes: number): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.allocUnsafeSlow(sizeBytes).buffer);

export const wordBytes = 8;

/**
 * Where in a word the bytes begin. Between shared memory and any other V8 copies word by word if both begin at the same place in a word, and else, ten
 * times slower, byte by byte.
 */
export const offsetInWord = (bytes: Uint8Array): number => bytes.byteOffset % wordBytes;

/**
 * Copies all of `from` to the begin of `to`, between any kinds of memory and wherever they begin, at the speed of memcpy: that is what Node fills a buffer
 * with another one by.
 */
export const copyBytes = (from: Uint8Array, to: Uint8Array): void => {
  // No pattern is refused but an empty one.
  if (from.byteLength > 0) Buffer.from(to.buffer, to.byteOffset, from.byteLength).fill(from);
};
