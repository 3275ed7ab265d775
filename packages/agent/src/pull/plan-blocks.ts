import type { ByteRange } from '@svc/client';
import type { ChunkLocation, PackName } from '@svc/core/model';
import { maxWindowBytes } from './windows.js';

/** A part of a pack that is fetched in one request. */
export interface BlockPlan extends ByteRange {
  readonly pack: PackName;
}

/** As much as a window: the service counts requests, not bytes. */
const maxBlockBytes = maxWindowBytes;
/** Asking anew takes longer than receiving so much for nothing. */
const maxGapBytes = 256 * 1024;

const byPlace = (a: ChunkLocation, b: ChunkLocation): number =>
  a.pack === b.pack ? a.offset - b.offset : a.pack < b.pack ? -1 : 1;

/** The fewest blocks that hold the chunks, whatever their order; chunks close to each other share one. */
export const planBlocks = (chunks: readonly ChunkLocation[]): readonly BlockPlan[] => {
  const blocks: BlockPlan[] = [];
  for (const { pack, offset, storedBytes } of [...chunks].sort(byPlace)) {
    const end = offset + storedBytes;
    const last = blocks.at(-1);
    const goesOn = last?.pack === pack && offset - last.end <= maxGapBytes && end - last.begin <= maxBlockBytes;
    if (last === undefined || !goesOn) blocks.push({ pack, begin: offset, end });
    else blocks[blocks.length - 1] = { pack, begin: last.begin, end: Math.max(end, last.end) };
  }
  return blocks;
};
