import type { EnclosedFile } from '@svc/core';

/** Chunk maps and manifests that the finalize takes along, so that they need no requests of their own. */
export interface Enclosure {
  /** Whether it takes the file: a short one, while there is room. */
  take(file: EnclosedFile): boolean;
  readonly files: readonly EnclosedFile[];
}

/** A longer file is worth a request, in which it does not grow by a third. */
const maxFileBytes = 64 * 1024;
/** In base64 they leave room for the objects in a body of 1 MiB, which is what the service takes. */
const maxEnclosedBytes = 512 * 1024;

export const bytesOf = (files: readonly EnclosedFile[]): number => files.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);

export const createEnclosure = (first: readonly EnclosedFile[] = []): Enclosure => {
  const files = [...first];
  let leftBytes = maxEnclosedBytes - bytesOf(files);
  return {
    files,
    take: (file) => {
      const { byteLength } = file.bytes;
      if (byteLength > Math.min(maxFileBytes, leftBytes)) return false;
      leftBytes -= byteLength;
      files.push(file);
      return true;
    },
  };
};
