import { type ChunkLocation, invariant, packPath } from '@svc/core/model';
import { AgentProblem } from '../agent-problem.js';
import { valueOf } from '../api-outcome.js';
import type { TransferContext } from '../transfer-context.js';
import { type BlockPlan, planBlocks } from './plan-blocks.js';
import type { Traffic } from './traffic.js';
import { maxFetchedBytes } from './fitting-windows.js';
import type { Window } from './windows.js';

/** A window whose stored bytes have been received. */
export interface FetchedWindow {
  /** Free again when the window has been worked through. */
  readonly arena: Uint8Array;
  readonly chunks: Window;
  /** Where in the arena a chunk of the window lies. */
  placeOf(location: ChunkLocation): number;
  /** Receives the block of a chunk that turned out to be damaged once more, if that has not been done before. */
  fetchAgain(location: ChunkLocation): Promise<void>;
}

interface Block extends BlockPlan {
  readonly bytes: Uint8Array;
  fetchedAgain: Promise<void> | undefined;
}

/** Memory that the threads share, for the blocks of one window after another. */
export const newArena = (): Uint8Array => new Uint8Array(new SharedArrayBuffer(maxFetchedBytes));

/** Parts of the arena for blocks of so many bytes. */
const placesIn = (arena: Uint8Array, plans: readonly BlockPlan[]): readonly Uint8Array[] => {
  let at = 0;
  return plans.map(({ begin, end }) => {
    const place = arena.subarray(at, at + end - begin);
    at += end - begin;
    invariant(at <= arena.byteLength, 'what is fetched for a window has room');
    return place;
  });
};

const fill = async (context: TransferContext, { pack, begin, end, bytes }: Block, traffic: Traffic): Promise<void> => {
  const { client, repositoryId, signal } = context;
  const range = { begin, end };
  const newMemory = (): Uint8Array => bytes;
  const file = await valueOf(
    client.tree.get(repositoryId, packPath(pack), { range, maxBytes: bytes.byteLength, newMemory, signal }),
  );
  if (file === undefined) throw new AgentProblem(`the service lacks the pack ${pack}`);
  traffic.receivedBytes += file.bytes.byteLength;
  if (file.bytes.buffer !== bytes.buffer) bytes.set(file.bytes);
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
  arena: Uint8Array,
  traffic: Traffic,
): Promise<FetchedWindow> => {
  const plans = planBlocks(chunks);
  const places = placesIn(arena, plans);
  const blocks = plans.map((plan, index): Block => ({
    ...plan,
    bytes: places[index] ?? new Uint8Array(0),
    fetchedAgain: undefined,
  }));
  const queue = blocks.values();
  const work = async (): Promise<void> => {
    for (const block of queue) await fill(context, block, traffic);
  };
  await Promise.all(Array.from({ length: maxConcurrent }, work));
  return {
    chunks,
    arena,
    placeOf: (location) => {
      const { begin, bytes } = blockOf(blocks, location);
      return bytes.byteOffset - arena.byteOffset + location.offset - begin;
    },
    fetchAgain: async (location) => {
      const block = blockOf(blocks, location);
      block.fetchedAgain ??= fill(context, block, traffic);
      await block.fetchedAgain;
    },
  };
};
