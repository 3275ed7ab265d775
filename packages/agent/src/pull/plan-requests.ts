import { partsBytes } from '@svc/client';
import type { NeededChunk } from './look-ahead.js';
import { type BlockPlan, planBlocks } from './plan-blocks.js';

/** Blocks of one pack that are asked for together. */
export interface RequestPlan {
  readonly blocks: readonly [BlockPlan, ...BlockPlan[]];
  /** What is received takes so much room at most. */
  readonly roomBytes: number;
}

/** As many as the service answers at once. */
const maxBlocks = 128;
/** What stands before a part of an answer is as long as that. */
const maxPartGapBytes = 256;
/** Where each block is a request of its own, asking anew takes longer than receiving so much for nothing; less of it where that has no room. */
const gapsBytes = [256 * 1024, 64 * 1024, 16 * 1024, 0] as const;

const sizeOf = (blocks: readonly BlockPlan[]): number => blocks.reduce((total, { begin, end }) => total + end - begin, 0);

const severalAtOnce = (chunks: readonly NeededChunk[]): readonly RequestPlan[] => {
  const groups: [BlockPlan, ...BlockPlan[]][] = [];
  for (const block of planBlocks(chunks, maxPartGapBytes)) {
    const last = groups.at(-1);
    if (last !== undefined && last.length < maxBlocks) last.push(block);
    else groups.push([block]);
  }
  return groups.map((blocks) => ({ blocks, roomBytes: blocks.length === 1 ? sizeOf(blocks) : partsBytes(blocks) }));
};

const oneByOne = (chunks: readonly NeededChunk[], maxGapBytes: number): readonly RequestPlan[] =>
  planBlocks(chunks, maxGapBytes).map((block) => ({ blocks: [block], roomBytes: sizeOf([block]) }));

/**
 * The chunks, and as many of those that are needed later as one request takes along. Each lasts until the last window that is seen to need it.
 */
const takeAlong = (
  chunks: readonly NeededChunk[],
  coming: readonly NeededChunk[],
  maxBytes: number,
  mostBlocks: number,
): readonly NeededChunk[] => {
  const taken = new Map(chunks.map((chunk) => [chunk.location.offset, chunk]));
  const own = planBlocks(chunks, maxPartGapBytes);
  let bytes = sizeOf(own);
  let blocks = own.length;
  let end = own.at(-1)?.end ?? 0;
  let isFull = false;
  for (const chunk of coming) {
    const { offset, storedBytes } = chunk.location;
    const isTaken = taken.has(offset);
    if (!isTaken) {
      if (offset < end || offset > end + maxPartGapBytes) blocks += 1;
      bytes += storedBytes;
      end = offset + storedBytes;
      isFull ||= bytes > maxBytes || blocks > mostBlocks;
    }
    if (isTaken || !isFull) taken.set(offset, chunk);
  }
  return [...taken.values()];
};

/** Ways to ask for chunks of one pack, the best one first: each takes less room than the one before it, and the last one no more than the chunks. */
export function* waysToAsk(
  chunks: readonly NeededChunk[],
  coming: readonly NeededChunk[],
  maxBytes: number,
  answersSeveral: boolean,
): Generator<readonly RequestPlan[]> {
  const [widest] = gapsBytes;
  const more = takeAlong(chunks, coming, maxBytes, answersSeveral ? maxBlocks : Infinity);
  yield answersSeveral ? severalAtOnce(more) : oneByOne(more, widest);
  const alone = takeAlong(chunks, coming, 0, 0);
  if (answersSeveral) yield severalAtOnce(alone);
  else for (const gap of gapsBytes) yield oneByOne(alone, gap);
}
