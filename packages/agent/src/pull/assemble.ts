import type { CodecPool } from '@svc/codec-node';
import type { ChunkLocation } from '@svc/core';
import type { Manifest } from '@svc/core/packs';
import { AgentProblem } from '../agent-problem.js';
import { ended } from '../api-outcome.js';
import type { TransferContext } from '../transfer-context.js';
import { type FetchedWindow, fetchWindow, newArena } from './fetch-window.js';
import { fittingWindows } from './fitting-windows.js';
import { readMaps } from './read-list.js';
import type { Receiver } from './receiver.js';
import type { Traffic } from './traffic.js';
import { type Window, windowsOf } from './windows.js';

/** So many raw bytes are decoded by one request to the pool, at most. */
const batchBytes = 4 * 1024 * 1024;
/** With the gaps that let each chunk begin at a word. A batch of very many small chunks gets memory of its own. */
const batchMemoryBytes = batchBytes + 64 * 1024;
/** While one batch is hashed and written so many are decoded. */
const maxBatches = 2;

/** Puts an object together from its chunks: fetches a window while the one before it is decoded, hashed and written. */
export const assemble = async (
  context: TransferContext,
  manifest: Manifest,
  receiver: Receiver,
  traffic: Traffic,
): Promise<void> => {
  const stop = new AbortController();
  const signal = AbortSignal.any([context.signal, stop.signal]);
  const windows = fittingWindows(windowsOf(readMaps({ ...context, signal }, manifest.maps, traffic)));
  const arenas = [newArena(), newArena()];
  // One more than are decoded at a time: the one that is hashed and written.
  const memories = Array.from({ length: maxBatches + 1 }, () => new Uint8Array(new SharedArrayBuffer(batchMemoryBytes)));
  const fetchNext = async (): Promise<FetchedWindow | undefined> => {
    const arena = arenas.shift();
    const next = await windows.next();
    if (next.done === true || arena === undefined) return undefined;
    return fetchWindow({ ...context, signal }, next.value, arena, traffic);
  };
  let fetching = fetchNext();
  try {
    for (let window = await fetching; window !== undefined; window = await fetching) {
      fetching = fetchNext();
      fetching.catch(() => undefined);
      await receiveWindow(context, window, receiver, memories);
      arenas.push(window.arena);
    }
  } finally {
    stop.abort();
    await fetching.catch(() => undefined);
    await windows.return(undefined);
  }
};

const receiveWindow = async (
  context: TransferContext,
  window: FetchedWindow,
  receiver: Receiver,
  memories: readonly Uint8Array[],
): Promise<void> => {
  const batches = batchesOf(window.chunks);
  const decode = (batch: readonly ChunkLocation[], index: number): Promise<readonly Uint8Array[]> => {
    const decoding = decodeBatch(context, window, batch, memories[index % memories.length]);
    decoding.catch(() => undefined);
    return decoding;
  };
  const underWay = batches.slice(0, maxBatches).map(decode);
  for (let index = maxBatches; ; index += 1) {
    const decoding = underWay.shift();
    if (decoding === undefined) return;
    const pieces = await decoding;
    if (context.signal.aborted) throw ended();
    const next = batches[index];
    if (next !== undefined) underWay.push(decode(next, index));
    await receiver.append(pieces);
  }
};

const batchesOf = (window: Window): readonly (readonly ChunkLocation[])[] => {
  const batches: ChunkLocation[][] = [];
  let bytes = batchBytes;
  for (const location of window) {
    if (bytes + location.rawBytes > batchBytes) {
      batches.push([]);
      bytes = 0;
    }
    batches.at(-1)?.push(location);
    bytes += location.rawBytes;
  }
  return batches;
};

/** The raw chunks; throws for one that stays damaged. */
const decodeBatch = async (
  { pool }: TransferContext,
  window: FetchedWindow,
  batch: readonly ChunkLocation[],
  memory: Uint8Array | undefined,
): Promise<readonly Uint8Array[]> => {
  const stored = batch.map((location) => window.stored(location));
  const chunks = await pool.decodeAll(stored, memory);
  const pieces: Uint8Array[] = [];
  for (const [index, location] of batch.entries()) {
    const chunk = chunks[index] ?? (await decodeAgain(pool, window, location));
    if (chunk === undefined) throw new AgentProblem(`the pack ${location.pack} is damaged: a chunk does not decode to its name`);
    pieces.push(chunk);
  }
  return pieces;
};

/** For a chunk that may have been damaged on its way. */
const decodeAgain = async (pool: CodecPool, window: FetchedWindow, location: ChunkLocation): Promise<Uint8Array | undefined> => {
  await window.fetchAgain(location);
  const [chunk] = await pool.decodeAll([window.stored(location)]);
  return chunk;
};
