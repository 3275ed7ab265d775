import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';

/** A file that nobody writes to any more, or several one after the other. */
export interface ContentFile {
  readonly path: string;
  readonly sizeBytes: number;
}

/** The bytes of an object: they stay while someone holds them. */
export interface Content {
  readonly sizeBytes: number;
  readonly files: readonly ContentFile[];
  /** Another holder of the same bytes. */
  hold(): void;
  release(): Promise<void>;
  /** Both positions are inside; holds the bytes until the end. */
  read(first: number, last: number): AsyncIterable<Uint8Array>;
}

export const contentOf = (files: readonly ContentFile[]): Content => {
  let holders = 1;
  const release = async (): Promise<void> => {
    holders -= 1;
    if (holders === 0) await Promise.all(files.map(({ path }) => rm(path, { force: true })));
  };
  const hold = (): void => {
    holders += 1;
  };
  const pieces = async function* (first: number, last: number): AsyncGenerator<Uint8Array> {
    try {
      let offset = 0;
      for (const { path, sizeBytes } of files) {
        const [start, end] = [Math.max(first - offset, 0), Math.min(last - offset, sizeBytes - 1)];
        if (start <= end) yield* createReadStream(path, { start, end, highWaterMark: 256 * 1024 });
        offset += sizeBytes;
      }
    } finally {
      await release();
    }
  };
  return {
    files,
    sizeBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    hold,
    release,
    read: (first, last) => {
      hold();
      return pieces(first, last);
    },
  };
};
