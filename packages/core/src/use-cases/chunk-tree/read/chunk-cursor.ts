import type { ChunkLocation } from '../../../model/chunk-tree/chunk-location.js';

/** Walks over all chunks of an object in order, with one segment of them in memory at a time. */
export interface ChunkCursor {
  /** Undefined at the end. */
  readonly current: ChunkLocation | undefined;
  advance(): Promise<void>;
}

export const openChunkCursor = async (segments: AsyncIterable<readonly ChunkLocation[]>): Promise<ChunkCursor> => {
  const iterator = segments[Symbol.asyncIterator]();
  let chunks: readonly ChunkLocation[] = [];
  let chunkNumber = 0;
  let hasEnded = false;
  const loadWhenUsedUp = async (): Promise<void> => {
    while (!hasEnded && chunkNumber >= chunks.length) {
      const next = await iterator.next();
      hasEnded = next.done === true;
      chunks = next.done === true ? [] : next.value;
      chunkNumber = 0;
    }
  };
  await loadWhenUsedUp();
  return {
    get current() {
      return chunks[chunkNumber];
    },
    advance: async () => {
      chunkNumber += 1;
      if (chunkNumber >= chunks.length) await loadWhenUsedUp();
    },
  };
};
