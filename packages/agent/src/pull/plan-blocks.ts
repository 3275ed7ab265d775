import type { ByteRange } from '@svc/client';
import type { NeededChunk } from './look-ahead.js';

/** A part of a pack that is fetched in one piece, for its chunks, which are in order. */
export interface BlockPlan extends ByteRange {
  readonly chunks: readonly NeededChunk[];
}

const maxBlockBytes = 16 * 1024 * 1024;

/** The fewest blocks that hold the chunks of a pack, whatever their order; chunks with no more than so many bytes between them share one. */
export const planBlocks = (chunks: readonly NeededChunk[], maxGapBytes: number): readonly BlockPlan[] => {
  const blocks: { begin: number; end: number; chunks: NeededChunk[] }[] = [];
  for (const chunk of chunks.toSorted((a, b) => a.location.offset - b.location.offset)) {
    const { offset, storedBytes } = chunk.location;
    const end = offset + storedBytes;
    const last = blocks.at(-1);
    if (last === undefined || offset - last.end > maxGapBytes || end - last.begin > maxBlockBytes) {
      blocks.push({ begin: offset, end, chunks: [chunk] });
    } else {
      last.end = Math.max(end, last.end);
      last.chunks.push(chunk);
    }
  }
  return blocks;
};
