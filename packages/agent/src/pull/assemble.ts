import type { CodecPool } from '@svc/codec-node';
import type { ChunkLocation } from '@svc/core/model';
import type { Manifest } from '@svc/core/packs';
import { AgentProblem } from '../agent-problem.js';
import { createFailFast } from '../pipeline/fail-fast.js';
import { createBufferPool, type BufferPool } from '../pipeline/buffer-pool.js';
import { createSequence } from '../pipeline/sequence.js';
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
/** While one batch is hashed and written the others are decoded, or are about to be. */
const maxBatches = 4;
/** While the chunks of one window are decoded the next one is fetched. */
const maxWindows = 2;

/** Puts an object together from its chunks. Windows are fetched, batches decoded, hashed and written at the same time, each in the order of the object. */
export const assemble = async (
  outer: TransferContext,
  manifest: Manifest,
  receiver: Receiver,
  traffic: Traffic,
): Promise<void> => {
  const failFast = createFailFast(outer.signal);
  const context = { ...outer, signal: failFast.signal };
  const arenas = createBufferPool(Array.from({ length: maxWindows }, newArena), failFast);
  const memories = createBufferPool<Uint8Array>(
    Array.from({ length: maxBatches }, () => new Uint8Array(new SharedArrayBuffer(batchMemoryBytes))),
    failFast,
  );
  const receiving = createSequence(failFast);

  const receive = async (decoding: Promise<readonly Uint8Array[]>, memory: Uint8Array): Promise<void> => {
    await receiver.append(await decoding);
    memories.give(memory);
  };

  const startDecoding = async (window: FetchedWindow): Promise<void> => {
    const decodings: Promise<unknown>[] = [];
    for (const batch of batchesOf(window.chunks)) {
      const memory = await memories.take();
      const decoding = decodeBatch(context, window, batch, memory);
      decoding.catch((fault: unknown) => {
        failFast.fail(fault);
      });
      decodings.push(decoding);
      receiving.add(() => receive(decoding, memory));
    }
    void Promise.all(decodings).then(
      () => arenas.give(window.arena),
      () => undefined,
    );
  };

  try {
    for await (const window of fetchedWindows(context, manifest, arenas, traffic)) await startDecoding(window);
  } catch (fault) {
    failFast.fail(fault);
  }
  await receiving.finish();
};

/** The windows of the object. The next one is on its way as soon as there is an arena for it. */
async function* fetchedWindows(
  context: TransferContext,
  manifest: Manifest,
  arenas: BufferPool<Uint8Array>,
  traffic: Traffic,
): AsyncGenerator<FetchedWindow> {
  const windows = fittingWindows(windowsOf(readMaps(context, manifest.maps, traffic)));
  const fetchNext = async (): Promise<FetchedWindow | undefined> => {
    const next = await windows.next();
    return next.done === true ? undefined : fetchWindow(context, next.value, await arenas.take(), traffic);
  };
  let fetching = fetchNext();
  try {
    for (let window = await fetching; window !== undefined; window = await fetching) {
      fetching = fetchNext();
      fetching.catch(() => undefined);
      yield window;
    }
  } finally {
    await fetching.catch(() => undefined);
    await windows.return(undefined);
  }
}

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
  memory: Uint8Array,
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
