import { ok, type Result } from 'neverthrow';
import { createSemaphore } from '../../concurrency/semaphore.js';
import type { Unavailable } from '../../model/app-error.js';
import { GIB, type Oid, type RepositoryId } from '../../model/values/index.js';
import type { ReadObject } from '../../steps/integrity/on-unreadable.js';
import { nothingInspected, orUnavailable } from './check-storage.js';
import { createFaultyPaths } from './inspect-blob.js';
import { inspectObject } from './inspect-objects.js';
import { ask, BucketSilent, type InspectPorts, type Inspection } from './inspection.js';
import { createTreeInspection } from './object-tree.js';

/** What is larger is left to those who read everything. */
export const maxBytes = 4 * GIB;
/** How many wait for their turn at most; more of them are left to others, too. */
export const maxWaiting = 100;

const inspect = async (inspection: Inspection, repositoryId: RepositoryId, oid: Oid): Promise<void> => {
  const found = await ask(inspection, async ({ repositories, objects, tree }) => ({
    repository: await repositories.find(repositoryId),
    stored: (await objects.findStored(repositoryId, [oid])).get(oid),
    manifestSha256: await tree.findManifest(repositoryId, oid),
  }));
  const { repository, stored, manifestSha256 } = found;
  if (repository === undefined || stored === undefined || stored.sizeBytes > maxBytes) return;
  const findFault = createTreeInspection(inspection, repository, createFaultyPaths());
  try {
    await inspectObject(inspection, repository, { oid, ...stored, manifestSha256 }, false, findFault);
  } catch (fault) {
    if (!(fault instanceof BucketSilent)) throw fault;
  }
};

/**
 * Looks at objects that somebody could not read, one at a time, and notes what is damaged. Nobody waits for it: the answer is for those who want to know when it
 * is over.
 */
export const inspectUnreadable = (ports: InspectPorts) => {
  const oneByOne = createSemaphore(1);
  const waiting = new Set<string>();
  const inspection: Inspection = {
    ports,
    isRead: () => true,
    repairs: true,
    report: () => undefined,
    inspected: nothingInspected(),
    readsPacksOfObjects: true,
    rowsPerSlice: 1,
    blobsAtOnce: 1,
    pace: () => ports.clock.pause?.(),
  };
  return async ({ repositoryId, oid }: ReadObject): Promise<Result<void, Unavailable>> => {
    const name = `${repositoryId} ${oid}`;
    if (waiting.has(name) || waiting.size >= maxWaiting) return ok();
    waiting.add(name);
    try {
      // What cannot be looked at now is found when it is read again, or by who reads everything.
      return await oneByOne(() => orUnavailable(() => inspect(inspection, repositoryId, oid)));
    } finally {
      waiting.delete(name);
    }
  };
};
