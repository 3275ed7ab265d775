import { type ChunkLocation, invariant, type PackName, packPath } from '@svc/core/model';
import { AgentProblem } from '../agent-problem.js';
import { valueOf } from '../api-outcome.js';
import type { TransferContext } from '../transfer-context.js';
import type { BlockPlan } from './plan-blocks.js';
import { planRequests, type RequestPlan, roomBytes } from './plan-requests.js';
import type { Traffic } from './traffic.js';
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

/** What the windows of an object have in common. */
export interface Fetching {
  readonly traffic: Traffic;
  /** Whether the service answers several ranges at once, as far as is known. */
  answersSeveral: boolean;
}

interface Block extends BlockPlan {
  readonly request: Request;
  /** Where it begins in the arena, once it is received. */
  place: number;
}

interface Request {
  readonly room: Uint8Array;
  readonly blocks: readonly Block[];
  fetchedAgain: Promise<void> | undefined;
}

/** Memory that the threads share, for the blocks of one window after another. */
export const newArena = (): Uint8Array => new Uint8Array(new SharedArrayBuffer(roomBytes));

/** Requests with parts of the arena for what they are answered. */
const requestsIn = (arena: Uint8Array, plans: readonly RequestPlan[]): readonly Request[] => {
  let at = 0;
  return plans.map((plan) => {
    const room = arena.subarray(at, at + plan.roomBytes);
    at += plan.roomBytes;
    invariant(at <= arena.byteLength, 'what is fetched for a window has room');
    const blocks: Block[] = [];
    const request: Request = { room, blocks, fetchedAgain: undefined };
    for (const block of plan.blocks) blocks.push({ ...block, request, place: 0 });
    return request;
  });
};

const lacking = (pack: PackName): AgentProblem => new AgentProblem(`the service lacks the pack ${pack}`);

const fillBlock = async (context: TransferContext, block: Block, memory: Uint8Array, { traffic }: Fetching): Promise<void> => {
  const { client, repositoryId, signal } = context;
  const { pack, begin, end } = block;
  const newMemory = (): Uint8Array => memory;
  const options = { range: { begin, end }, maxBytes: memory.byteLength, newMemory, signal };
  const file = await valueOf(client.tree.get(repositoryId, packPath(pack), options));
  if (file === undefined) throw lacking(pack);
  traffic.receivedBytes += file.bytes.byteLength;
  if (file.bytes.buffer !== memory.buffer) memory.set(file.bytes);
  block.place = memory.byteOffset;
};

const fillOneByOne = async (context: TransferContext, { room, blocks }: Request, fetching: Fetching): Promise<void> => {
  let at = 0;
  for (const block of blocks) {
    const end = at + block.end - block.begin;
    await fillBlock(context, block, room.subarray(at, end), fetching);
    at = end;
  }
};

const fill = async (context: TransferContext, request: Request, fetching: Fetching): Promise<void> => {
  const { client, repositoryId, signal } = context;
  const { room, blocks } = request;
  const [{ pack } = { pack: undefined }, second] = blocks;
  if (pack === undefined) return;
  if (second === undefined || !fetching.answersSeveral) return fillOneByOne(context, request, fetching);
  const newMemory = (sizeBytes: number): Uint8Array => room.subarray(0, sizeBytes);
  const found = await valueOf(client.tree.getRanges(repositoryId, packPath(pack), { ranges: blocks, newMemory, signal }));
  if (found === undefined) throw lacking(pack);
  if (found === 'one_by_one') {
    fetching.answersSeveral = false;
    return fillOneByOne(context, request, fetching);
  }
  const { bytes, begins } = found;
  fetching.traffic.receivedBytes += bytes.byteLength;
  if (bytes.buffer !== room.buffer) room.set(bytes);
  for (const [index, block] of blocks.entries()) block.place = room.byteOffset + (begins[index] ?? 0);
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

/** So many requests of a window are under way at a time. */
const maxConcurrent = 3;

/** Receives all blocks that the chunks of a window need. */
export const fetchWindow = async (
  context: TransferContext,
  chunks: Window,
  arena: Uint8Array,
  fetching: Fetching,
): Promise<FetchedWindow> => {
  const requests = requestsIn(arena, planRequests(chunks, fetching.answersSeveral));
  const blocks = requests.flatMap((request) => request.blocks);
  const queue = requests.values();
  const work = async (): Promise<void> => {
    for (const request of queue) await fill(context, request, fetching);
  };
  await Promise.all(Array.from({ length: maxConcurrent }, work));
  return {
    chunks,
    arena,
    placeOf: (location) => {
      const { begin, place } = blockOf(blocks, location);
      return place - arena.byteOffset + location.offset - begin;
    },
    fetchAgain: async (location) => {
      const { request } = blockOf(blocks, location);
      request.fetchedAgain ??= fill(context, request, fetching);
      await request.fetchedAgain;
    },
  };
};
