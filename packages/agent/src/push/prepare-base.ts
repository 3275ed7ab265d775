import { setTimeout as wait } from 'node:timers/promises';
import type { Oid } from '@svc/core';
import type { ChunkProfile } from '@svc/core/chunking';
import { type BaseState, type ChunkName, defaultMinConvertedBytes, mostNamesOfVersion } from '@svc/core/model';
import { ended } from '../api-outcome.js';
import { createFailFast } from '../pipeline/fail-fast.js';
import type { TransferContext } from '../transfer-context.js';
import { createFileCutter } from './cut-file.js';
import type { PreviousVersions } from './previous-versions.js';
import type { SourceFile } from './source-file.js';

const pollMs = 250;
const leastWaitMs = 10_000;
const mostWaitMs = 5 * 60_000;
/** What an upload often makes; a conversion has to be quicker. */
const sentBytesPerMs = 4 * 1024;

/** How long it is worth waiting for the service so that a file of this size need not be sent. */
const waitMsFor = (sizeBytes: number): number => Math.min(mostWaitMs, Math.max(leastWaitMs, sizeBytes / sentBytesPerMs));

interface Base {
  readonly oid: Oid;
  readonly state: BaseState;
}

/** How an object lies; undefined where the service has none, or does not say. */
const ask = async (
  { client, repositoryId, signal }: TransferContext,
  oid: Oid,
  names: readonly ChunkName[] = [],
): Promise<BaseState | undefined> => {
  const state = (await client.tree.convert(repositoryId, oid, names, { signal })).unwrapOr(undefined);
  if (signal.aborted) throw ended();
  return state;
};

/** The newest version that the service has. */
const findBase = async (context: TransferContext, previous: PreviousVersions): Promise<Base | undefined> => {
  for await (const oid of previous()) {
    const state = await ask(context, oid);
    if (state !== undefined) return { oid, state };
  }
  return undefined;
};

/** The names of the file's chunks, as many as the service takes. */
const namesOf = async (context: TransferContext, file: SourceFile, profile: ChunkProfile): Promise<readonly ChunkName[]> => {
  const names = new Set<ChunkName>();
  const failFast = createFailFast(context.signal);
  const cutter = createFileCutter(context.pool, file, { profile, maxSlabs: 4, hashes: false, failFast });
  for await (const slab of cutter.slabs()) {
    for (const name of slab.names) names.add(name);
    slab.release();
  }
  return [...names].sort().slice(0, mostNamesOfVersion);
};

/**
 * Where the version before this one lies whole on the service, has it cut into chunks first if it is like this one, so that only what changed is sent. Waits for
 * no longer than sending the file may take; the push goes on whatever comes of it.
 */
export const prepareBase = async (
  context: TransferContext,
  file: SourceFile,
  { profile, previous }: { readonly profile: ChunkProfile; readonly previous: PreviousVersions | undefined },
): Promise<void> => {
  if (previous === undefined || file.sizeBytes < defaultMinConvertedBytes) return;
  const base = await findBase(context, previous);
  if (base === undefined) return;
  let { state } = base;
  if (state === 'whole') state = (await ask(context, base.oid, await namesOf(context, file, profile))) ?? 'stays_whole';
  // The wait may be long, so people see the file meanwhile, of which nothing is sent yet.
  if (state === 'waiting') context.onProgress({ path: file.path, doneBytes: 0, totalBytes: file.sizeBytes });
  const giveUpAt = performance.now() + waitMsFor(file.sizeBytes);
  while (state === 'waiting' && performance.now() < giveUpAt) {
    await wait(pollMs, undefined, { signal: context.signal }).catch(() => {
      throw ended();
    });
    state = (await ask(context, base.oid)) ?? 'stays_whole';
  }
};
