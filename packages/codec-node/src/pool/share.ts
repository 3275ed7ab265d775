import type { StoredChunk } from '@svc/core/ports';

export const isShared = (bytes: Uint8Array): boolean => bytes.buffer instanceof SharedArrayBuffer;

/** The bytes in memory that threads share: where they are, or copied. */
export const shared = (bytes: Uint8Array): Uint8Array => {
  if (isShared(bytes)) return bytes;
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.byteLength));
  copy.set(bytes);
  return copy;
};

/** The same chunks with their bytes in shared memory. Those that are not yet are copied into one. */
export const shareChunks = (chunks: readonly StoredChunk[]): StoredChunk[] => {
  const copiedBytes = chunks.reduce((total, { bytes }) => total + (isShared(bytes) ? 0 : bytes.byteLength), 0);
  const memory = new Uint8Array(new SharedArrayBuffer(copiedBytes));
  let at = 0;
  return chunks.map((chunk) => {
    if (isShared(chunk.bytes)) return chunk;
    const bytes = memory.subarray(at, at + chunk.bytes.byteLength);
    bytes.set(chunk.bytes);
    at += bytes.byteLength;
    return { ...chunk, bytes };
  });
};
