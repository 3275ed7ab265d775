import { type ChunkBatch, chunkColumns, type PooledAssembler } from '@svc/codec-node';
import type { Oid } from '@svc/core';
import type { ChunkLocation } from '@svc/core/model';
import { type Manifest, nameBytes } from '@svc/core/packs';
import { AgentProblem } from '../agent-problem.js';
import { createFailFast, type FailFast } from '../pipeline/fail-fast.js';
import { createBufferPool, type BufferPool } from '../pipeline/buffer-pool.js';
import { oidOf } from '../verify/hash-file.js';
import type { TransferContext } from '../transfer-context.js';
import { type FetchedWindow, type Fetching, fetchWindow, newArena } from './fetch-window.js';
import { readMaps } from './read-list.js';
import type { Receiver } from './receiver.js';
import type { Traffic } from './traffic.js';
import { type Window, windowsOf } from './windows.js';

/** So many raw bytes are put together by one request to the pool, at most. */
const batchBytes = 4 * 1024 * 1024;
/** While the chunks of one window are decoded the next one is fetched. */
const maxWindows = 2;

/** Which chunks are held against their names: all, or none, since what they make up is hashed. */
export type CheckedNames = 'all' | 'none';

/**
 * Puts an object together from its chunks, and answers the SHA-256 of what it has become. While this thread fetches the next window, one of the pool decodes
 * the chunks of one, hashes them, and writes them where the receiver has a file.
 */
export const assemble = async (
  outer: TransferContext,
  manifest: Manifest,
  receiver: Receiver,
  traffic: Traffic,
  checkedNames: CheckedNames,
): Promise<Oid> => {
  const failFast = createFailFast(outer.signal);
  const context = { ...outer, signal: failFast.signal };
  const arenas = createBufferPool(Array.from({ length: maxWindows }, newArena), failFast);
  const memory = new Uint8Array(new SharedArrayBuffer(batchBytes));
  const target = { memory, receiver, failFast, checkedNames };
  const assembler = await context.pool.openAssembler();
  try {
    for await (const window of fetchedWindows(context, manifest, arenas, traffic)) {
      for (const batch of batchesOf(window.chunks)) await addBatch(assembler, window, batch, target);
      arenas.give(window.arena);
    }
  } catch (fault) {
    failFast.fail(fault);
    // A file must not be closed while it is written.
    await assembler.close().catch(() => undefined);
    throw failFast.fault();
  }
  return oidOf(await assembler.close());
};

interface Target {
  readonly memory: Uint8Array;
  readonly receiver: Receiver;
  readonly failFast: FailFast;
  readonly checkedNames: CheckedNames;
}

/** Adds the chunks of a batch; throws for one that stays damaged. */
const addBatch = async (
  assembler: PooledAssembler,
  window: FetchedWindow,
  batch: readonly ChunkLocation[],
  { memory, receiver, failFast, checkedNames }: Target,
): Promise<void> => {
  const { direct } = receiver;
  let fetchedAgain: ChunkLocation | undefined;
  for (let rest = batch; rest.length > 0;) {
    failFast.check();
    const to = direct && { descriptor: direct.descriptor, position: direct.position() };
    const added = await assembler.add({ ...listed(window, rest, checkedNames), raw: memory, to });
    if ('code' in added) throw direct?.fault(added.code) ?? new AgentProblem(added.code);
    await receiver.take(memory.subarray(0, added.rawBytes));
    rest = rest.slice(added.chunks);
    const [damaged] = rest;
    if (damaged === undefined) return;
    if (damaged === fetchedAgain)
      throw new AgentProblem(`the pack ${damaged.pack} is damaged: a chunk does not decode to its name`);
    // It may have been damaged on its way.
    fetchedAgain = damaged;
    await window.fetchAgain(damaged);
  }
};

/** The chunks as a thread of the pool takes them: numbers in one piece of memory cross to it faster than objects. */
const listed = (
  window: FetchedWindow,
  batch: readonly ChunkLocation[],
  checkedNames: CheckedNames,
): Pick<ChunkBatch, 'stored' | 'table' | 'names'> => {
  const table = new Uint32Array(batch.length * chunkColumns);
  const names = checkedNames === 'all' ? Buffer.alloc(batch.length * nameBytes) : undefined;
  batch.forEach((location, index) => {
    const { name, storedBytes, rawBytes, encoding } = location;
    table.set([window.placeOf(location), storedBytes, rawBytes, encoding], index * chunkColumns);
    names?.write(name, index * nameBytes, 'hex');
  });
  return { stored: window.arena, table, names };
};

/** The windows of the object. The next one is on its way as soon as there is an arena for it. */
async function* fetchedWindows(
  context: TransferContext,
  manifest: Manifest,
  arenas: BufferPool<Uint8Array>,
  traffic: Traffic,
): AsyncGenerator<FetchedWindow> {
  const windows = windowsOf(readMaps(context, manifest.maps, traffic));
  const asking: Fetching = { traffic, answersSeveral: true };
  const fetchNext = async (): Promise<FetchedWindow | undefined> => {
    const next = await windows.next();
    return next.done === true ? undefined : fetchWindow(context, next.value, await arenas.take(), asking);
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
