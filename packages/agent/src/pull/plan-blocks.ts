import type { ByteRange } from '@svc/client';
import type { ChunkLocation, PackName } from '@svc/core/model';

/** A part of a pack that is fetched in one piece. */
export interface BlockPlan extends ByteRange {
  readonly pack: PackName;
}

const maxBlockBytes = 16 * 1024 * 1024;

const byPlace = (a: ChunkLocation, b: ChunkLocation): number =>
  a.pack === b.pack ? a.offset - b.offset : a.pack < b.pack ? -1 : 1;

/** The fewest blocks that hold the chunks, whatever their order; chunks with no more than so many bytes between them share one. */
export const planBlocks = (chunks: readonly ChunkLocation[], maxGapBytes: number): readonly BlockPlan[] => {
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
