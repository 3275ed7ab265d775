import { err, ok, type Result } from 'neverthrow';
import { createSemaphore } from '../../concurrency/semaphore.js';
import type { Unavailable } from '../../model/app-error.js';
import type { Oid, RepositoryId } from '../../model/values/index.js';
import type { KeptRepository } from '../../ports/records/integrity-records.js';
import { nothingInspected, orUnavailable } from './check-storage.js';
import { createFaultyPaths } from './inspect-blob.js';
import { inspectObjects } from './inspect-objects.js';
import { ask, BucketSilent, type InspectPorts, type Inspection } from './inspection.js';
import { maxBytes, maxWaiting } from './inspect-unreadable.js';
import { createTreeInspection } from './object-tree.js';

const rowsPerSlice = 100;

type Healing = () => Promise<void>;

const whileBucketAnswers = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (fault) {
    if (!(fault instanceof BucketSilent)) throw fault;
  }
};

/** Answers what may heal those that were noted. */
const noteAll = async (inspection: Inspection, repository: KeptRepository): Promise<readonly Healing[]> => {
  const healings: Healing[] = [];
  const putOff = (sizeBytes: number, healing: Healing): void => {
    if (sizeBytes <= maxBytes && healings.length < maxWaiting) healings.push(healing);
  };
  const noting = { ...inspection, putOff };
  const findFault = createTreeInspection(noting, repository, createFaultyPaths());
  await whileBucketAnswers(async () => {
    let after: Oid | undefined;
    do after = await inspectObjects(noting, repository, findFault, after, 'chunks');
    while (after !== undefined);
  });
  return healings;
};

const healEach = (healings: readonly Healing[]): Promise<void> =>
  whileBucketAnswers(async () => {
    for (const heal of healings) await heal();
  });

/**
 * Looks which objects of a repository need a file that is noted as damaged, and notes these, one repository at a time: else a client that asks what it need not
 * send would be told that they are stored. Reads manifests and maps, no packs. Afterwards, while others are noted, it reads whole bytes that conversions of them have
 * left, within the limits of who looks at unreadable objects. Nobody waits for it.
 */
export const inspectIncomplete = (ports: InspectPorts) => {
  const notingOneByOne = createSemaphore(1);
  const healingOneByOne = createSemaphore(1);
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
    const noted = await notingOneByOne(() => {
      // From now on what is found to be lost asks for another look.
      waiting.delete(repositoryId);
      return orUnavailable(async () => {
        const repository = await ask(inspection, ({ repositories }) => repositories.find(repositoryId));
        return repository === undefined ? [] : noteAll(inspection, repository);
      });
    });
    if (noted.isErr()) return err(noted.error);
    return healingOneByOne(() => orUnavailable(() => healEach(noted.value)));
  };
};
