import { type ChunkBatch, chunkColumns, type PooledAssembler } from '@svc/codec-node';
import type { Oid } from '@svc/core';
import type { ChunkLocation } from '@svc/core/model';
import { type Manifest, nameBytes } from '@svc/core/packs';
import { AgentProblem } from '../agent-problem.js';
import { systemName } from '../error-code.js';
import { createFailFast, type FailFast } from '../pipeline/fail-fast.js';
import { changedWhileRead } from '../push/source-file.js';
import { oidOf } from '../verify/hash-file.js';
import type { TransferContext } from '../transfer-context.js';
import { DamagedPack } from './damaged-pack.js';
import { type AskedWindow, createPackFetcher, type PackFetcher } from './fetch-packs.js';
import type { LocalChunks, PulledChunk } from './local-version.js';
import { createLookAhead, type LookAhead, type NumberedWindow } from './look-ahead.js';
import { readMaps } from './read-list.js';
import type { Receiver } from './receiver.js';
import type { Traffic } from './traffic.js';
import { maxWindowBytes, type Window, windowsOf } from './windows.js';

/** While one window is decoded those behind it are on their way. */
const maxWindows = 6;

/** Which chunks are held against their names: all, or none, since what they make up is hashed. */
export type CheckedNames = 'all' | 'none';

export interface AssembleOptions {
  readonly checkedNames: CheckedNames;
  /** What lies here already. */
  readonly local?: LocalChunks | undefined;
}

/**
 * Puts an object together from its chunks, and answers the SHA-256 of what it has become. While this thread fetches the next windows, one of the pool decodes
 * the chunks of one, hashes them, and writes them where the receiver has a file.
 */
export const assemble = async (
  outer: TransferContext,
  manifest: Manifest,
  receiver: Receiver,
  traffic: Traffic,
  { checkedNames, local }: AssembleOptions,
): Promise<Oid> => {
  const failFast = createFailFast(outer.signal);
  const context = { ...outer, signal: failFast.signal };
  const windows = windowsOf(withLocal(readMaps(context, manifest.maps, traffic), local));
  const lookAhead = createLookAhead(windows);
  const fetcher = createPackFetcher({ context, traffic, answersSeveral: true }, lookAhead, failFast);
  const raw = new Uint8Array(new SharedArrayBuffer(maxWindowBytes));
  const target = { raw, receiver, failFast, checkedNames };
  const assembler = await context.pool.openAssembler();
  try {
    for await (const window of receivedWindows(fetcher, lookAhead)) await addWindow(assembler, fetcher, window, target);
  } catch (fault) {
    failFast.fail(fault);
    await windows.return(undefined);
    // A file must not be closed while it is written.
    await assembler.close().catch(() => undefined);
    throw failFast.fault();
  }
  return oidOf(await assembler.close());
};

/** Has each chunk come from where it is to be had for less. */
async function* withLocal(
  maps: AsyncIterable<readonly ChunkLocation[]>,
  local: LocalChunks | undefined,
): AsyncGenerator<readonly PulledChunk[]> {
  for await (const locations of maps) yield local === undefined ? locations : locations.map((location) => local.find(location));
}

interface Target {
  readonly raw: Uint8Array;
  readonly receiver: Receiver;
  readonly failFast: FailFast;
  readonly checkedNames: CheckedNames;
}

/** Adds the chunks of a window; throws for one that stays damaged. */
const addWindow = async (
  assembler: PooledAssembler,
  fetcher: PackFetcher,
  { chunks }: NumberedWindow,
  { raw, receiver, failFast, checkedNames }: Target,
): Promise<void> => {
  const { direct } = receiver;
  let fetchedAgain: PulledChunk | undefined;
  for (let rest = chunks; rest.length > 0;) {
    failFast.check();
    const to = direct && { descriptor: direct.descriptor, position: direct.position() };
    const added = await assembler.add({ ...listed(fetcher, rest, checkedNames), raw, to });
    if ('code' in added) throw direct?.fault(systemName(added.code)) ?? new AgentProblem(added.code);
    await receiver.take(raw.subarray(0, added.rawBytes));
    rest = rest.slice(added.chunks);
    const [damaged] = rest;
    if (damaged === undefined) return;
    if (damaged === fetchedAgain) throw damagedAt(damaged);
    // It may have been damaged on its way.
    fetchedAgain = damaged;
    await fetcher.fetchAgain(damaged);
  }
};

const damagedAt = ({ pack }: PulledChunk): AgentProblem =>
  typeof pack === 'string'
    ? new DamagedPack(`the pack ${pack} is damaged: a chunk does not decode to its name`)
    : changedWhileRead(pack.file.path);

/** The chunks as a thread of the pool takes them: numbers in one piece of memory cross to it faster than objects. */
const listed = (
  fetcher: PackFetcher,
  chunks: Window,
  checkedNames: CheckedNames,
): Pick<ChunkBatch, 'stored' | 'table' | 'names'> => {
  const table = new Uint32Array(chunks.length * chunkColumns);
  const names = checkedNames === 'all' ? Buffer.alloc(chunks.length * nameBytes) : undefined;
  chunks.forEach((location, index) => {
    const { name, storedBytes, rawBytes, encoding } = location;
    table.set([fetcher.placeOf(location), storedBytes, rawBytes, encoding], index * chunkColumns);
    names?.write(name, index * nameBytes, 'hex');
  });
  return { stored: fetcher.memory, table, names };
};

/** The windows of the object, each when its chunks are there. Those behind it are asked for as far as there is room. */
async function* receivedWindows(fetcher: PackFetcher, lookAhead: LookAhead): AsyncGenerator<NumberedWindow> {
  const asked: AskedWindow[] = [];
  let next = await lookAhead.next();
  const askOn = async (): Promise<void> => {
    while (next !== undefined && asked.length < maxWindows) {
      const window = fetcher.ask(next);
      if (window === undefined) return;
      asked.push(window);
      next = await lookAhead.next();
    }
  };
  for (;;) {
    await askOn();
    const [window] = asked;
    if (window === undefined) return;
    await window.received;
    yield window;
    asked.shift();
    fetcher.letGo(window);
  }
}
