import { ok, type Result } from 'neverthrow';
import { createSemaphore } from '../../concurrency/semaphore.js';
import type { Unavailable } from '../../model/app-error.js';
import type { Oid, RepositoryId } from '../../model/values/index.js';
import type { KeptRepository } from '../../ports/records/integrity-records.js';
import { nothingInspected, orUnavailable } from './check-storage.js';
import { createDamagedPaths } from './inspect-blob.js';
import { inspectObjects } from './inspect-objects.js';
import { ask, BucketSilent, type InspectPorts, type Inspection } from './inspection.js';
import { createTreeInspection } from './object-tree.js';

const rowsPerSlice = 100;

const inspectAll = async (inspection: Inspection, repository: KeptRepository): Promise<void> => {
  const findFault = createTreeInspection(inspection, repository, createDamagedPaths());
  try {
    let after: Oid | undefined;
    do after = await inspectObjects(inspection, repository, findFault, after, 'chunks');
    while (after !== undefined);
  } catch (fault) {
    if (!(fault instanceof BucketSilent)) throw fault;
  }
};

/**
 * Looks which objects of a repository need a file that is noted as damaged, and notes these, one repository at a time: else a client that asks what it need not
 * send would be told that they are stored. Reads manifests and maps, no packs. Nobody waits for it.
 */
export const inspectIncomplete = (ports: InspectPorts) => {
  const oneByOne = createSemaphore(1);
  const waiting = new Set<RepositoryId>();
  const inspection: Inspection = {
    ports,
    isRead: () => false,
    repairs: true,
    report: () => undefined,
    inspected: nothingInspected(),
    readsPacksOfObjects: false,
    rowsPerSlice,
    blobsAtOnce: 1,
    pace: () => ports.clock.pause?.(),
  };
  return async (repositoryId: RepositoryId): Promise<Result<void, Unavailable>> => {
    if (waiting.has(repositoryId)) return ok();
    waiting.add(repositoryId);
    return oneByOne(() => {
      // From now on what is found to be lost asks for another look.
      waiting.delete(repositoryId);
      return orUnavailable(async () => {
        const repository = await ask(inspection, ({ repositories }) => repositories.find(repositoryId));
        if (repository !== undefined) await inspectAll(inspection, repository);
      });
    });
  };
};
