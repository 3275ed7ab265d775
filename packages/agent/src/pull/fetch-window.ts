import { type ChunkLocation, invariant, packPath, type StoredChunk } from '@svc/core';
import { AgentProblem } from '../agent-problem.js';
import { valueOf } from '../api-outcome.js';
import type { TransferContext } from '../transfer-context.js';
import { type BlockPlan, planBlocks } from './plan-blocks.js';
import type { Traffic } from './traffic.js';
import type { Window } from './windows.js';

/** A window whose stored bytes have been received. */
export interface FetchedWindow {
  readonly chunks: Window;
  stored(location: ChunkLocation): StoredChunk;
  /** Receives the block of a chunk that turned out to be damaged once more; false when that has been done before. */
  fetchAgain(location: ChunkLocation): Promise<boolean>;
}

interface Block extends BlockPlan {
  bytes: Uint8Array;
  isFetchedAgain: boolean;
}

const sharedMemory = (sizeBytes: number): Uint8Array => new Uint8Array(new SharedArrayBuffer(sizeBytes));

const fetchBytes = async (
  context: TransferContext,
  { pack, begin, end }: BlockPlan,
  traffic: Traffic,
  signal: AbortSignal,
): Promise<Uint8Array> => {
  const { client, repositoryId } = context;
  const range = { begin, end };
  const file = await valueOf(
    client.tree.get(repositoryId, packPath(pack), { range, maxBytes: end - begin, newMemory: sharedMemory, signal }),
  );
  if (file === undefined) throw new AgentProblem(`the service lacks the pack ${pack}`);
  traffic.receivedBytes += file.bytes.byteLength;
  return file.bytes;
};

/** The last block that begins at or before a place: blocks are in order and do not overlap. */
const blockOf = (blocks: readonly Block[], { pack, offset, storedBytes }: ChunkLocation): Block => {
  let low = 0;
  let high = blocks.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const block = blocks[middle];
    if (block === undefined || block.pack > pack || (block.pack === pack && block.begin > offset)) high = middle;
    else low = middle;
  }
  const block = blocks[low];
  invariant(
    block?.pack === pack && block.begin <= offset && offset + storedBytes <= block.end,
    'a planned block holds each chunk',
  );
  return block;
};

/** So many blocks of a window are under way at a time. */
const maxConcurrent = 3;

/** Receives all blocks that the chunks of a window need. */
export const fetchWindow = async (
  context: TransferContext,
  chunks: Window,
  traffic: Traffic,
  signal: AbortSignal,
): Promise<FetchedWindow> => {
  const plans = planBlocks(chunks);
  const blocks: Block[] = plans.map((plan) => ({ ...plan, bytes: new Uint8Array(0), isFetchedAgain: false }));
  const queue = blocks.values();
  const work = async (): Promise<void> => {
    for (const block of queue) block.bytes = await fetchBytes(context, block, traffic, signal);
  };
  await Promise.all(Array.from({ length: maxConcurrent }, work));
  return {
    chunks,
    stored: (location) => {
      const { begin, bytes } = blockOf(blocks, location);
      const { name, offset, storedBytes, rawBytes, encoding } = location;
      return { name, rawBytes, encoding, bytes: bytes.subarray(offset - begin, offset - begin + storedBytes) };
    },
    fetchAgain: async (location) => {
      const block = blockOf(blocks, location);
      if (block.isFetchedAgain) return false;
      block.isFetchedAgain = true;
      block.bytes = await fetchBytes(context, block, traffic, signal);
      return true;
    },
  };
};
