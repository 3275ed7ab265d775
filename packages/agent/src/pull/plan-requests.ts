import { partsBytes } from '@svc/client';
import type { PackName } from '@svc/core/model';
import { type BlockPlan, planBlocks } from './plan-blocks.js';
import { maxWindowBytes, maxWindowChunks, type Window } from './windows.js';

/** Blocks of one pack that are asked for together. */
export interface RequestPlan {
  readonly pack: PackName;
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

const requestOf = (blocks: RequestPlan['blocks']): RequestPlan => {
  const [{ pack }] = blocks;
  return { pack, blocks, roomBytes: blocks.length === 1 ? sizeOf(blocks) : partsBytes(blocks) };
};

/** Room for whatever the requests of one window are answered: its chunks, with what stands before each and before the first of each two. */
export const roomBytes = maxWindowBytes + partsBytes([]) * (maxWindowChunks + maxWindowChunks / 2);

const oneByOne = (window: Window): readonly RequestPlan[] => {
  const plans = gapsBytes.map((gap) => planBlocks(window, gap));
  const fitting = plans.find((blocks) => sizeOf(blocks) <= roomBytes) ?? [];
  return fitting.map((block) => requestOf([block]));
};

/** The requests for the chunks of a window: for several blocks each, or for one where the service answers no more. */
export const planRequests = (window: Window, answersSeveral: boolean): readonly RequestPlan[] => {
  if (!answersSeveral) return oneByOne(window);
  const groups: [BlockPlan, ...BlockPlan[]][] = [];
  for (const block of planBlocks(window, maxPartGapBytes)) {
    const last = groups.at(-1);
    if (last?.[0].pack === block.pack && last.length < maxBlocks) last.push(block);
    else groups.push([block]);
  }
  return groups.map(requestOf);
};
