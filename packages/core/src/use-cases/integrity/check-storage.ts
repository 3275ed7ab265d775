import { err, ok, type Result, ResultAsync } from 'neverthrow';
import { pauseOf } from '../../concurrency/pause-of.js';
import type { Unavailable } from '../../model/app-error.js';
import { thrownOutage } from '../../model/blob-unreadable.js';
import type { Finding, FindingKind } from '../../model/integrity/finding.js';
import { connectionOf, type ObjectKey, type Oid, type RepositoryId, type TreePath, trusted } from '../../model/values/index.js';
import type { KeptRepository } from '../../ports/records/integrity-records.js';
import { findOrphans } from './find-orphans.js';
import { createFaultyPaths } from './inspect-blob.js';
import { inspectFiles } from './inspect-files.js';
import { inspectObjects } from './inspect-objects.js';
import { inspectQuarantined } from './inspect-quarantined.js';
import { inspectOrganizations, inspectRecords } from './inspect-records.js';
import { ask, BucketSilent, type InspectPorts, type Inspected, type Inspection } from './inspection.js';
import { createTreeInspection } from './object-tree.js';
import { createSubset, type ReadSubset } from './read-subset.js';

export interface CheckStorage {
  /** Whose bytes are all read; undefined: of none but manifests and chunk maps. */
  readonly readData: ReadSubset | undefined;
  /** Notes damage, and takes away notes of what is sound again. Without it nothing is written. */
  readonly repairs: boolean;
  /** Hears of each finding when it is made. */
  readonly onFinding: (finding: Finding) => void;
}

export interface CheckedStorage extends Readonly<Inspected> {
  readonly organizations: number;
  /** How often each kind was found; absent kinds were not. */
  readonly findings: Readonly<Partial<Record<FindingKind, number>>>;
}

const repositoriesPerSlice = 100;

const inspectRepository = async (inspection: Inspection, repository: KeptRepository): Promise<void> => {
  await inspectRecords(inspection, repository);
  const faulty = createFaultyPaths();
  let path: TreePath | undefined;
  do path = await inspectFiles(inspection, repository, faulty, path);
  while (path !== undefined);
  const findFault = createTreeInspection(inspection, repository, faulty);
  let oid: Oid | undefined;
  do oid = await inspectObjects(inspection, repository, findFault, oid);
  while (oid !== undefined);
  do oid = await inspectQuarantined(inspection, repository, findFault, oid);
  while (oid !== undefined);
  if (connectionOf(repository.namespace) !== undefined) {
    await findOrphans(inspection, trusted<ObjectKey>(repository.namespace));
  }
};

/** Each repository; a bucket that does not answer is told, and stops nobody else's check. */
const inspectRepositories = async (inspection: Inspection): Promise<void> => {
  let after: RepositoryId | undefined;
  do {
    const from = after;
    const slice = await ask(inspection, ({ integrity }) => integrity.listRepositories(from, repositoriesPerSlice));
    for (const repository of slice) {
      try {
        await inspectRepository(inspection, repository);
      } catch (fault) {
        if (!(fault instanceof BucketSilent)) throw fault;
        inspection.report({ kind: 'unreachable', repositoryId: repository.id });
      }
      inspection.inspected.repositories += 1;
    }
    after = slice.length < repositoriesPerSlice ? undefined : slice.at(-1)?.id;
  } while (after !== undefined);
};

export const nothingInspected = (): Inspected => ({
  repositories: 0,
  objects: 0,
  files: 0,
  blobsRead: 0,
  bytesRead: 0,
  noted: 0,
  healed: 0,
});

/** What is away now is an answer; whatever else is thrown is a bug. */
export const orUnavailable = async <T>(work: () => Promise<T>): Promise<Result<T, Unavailable>> => {
  try {
    return ok(await work());
  } catch (thrown) {
    const outage = thrownOutage(thrown);
    if (outage === undefined) throw thrown;
    return err(outage);
  }
};

export const checkStorage =
  (ports: InspectPorts) =>
  ({ readData, repairs, onFinding }: CheckStorage): ResultAsync<CheckedStorage, Unavailable> => {
    const findings: Partial<Record<FindingKind, number>> = {};
    const inspected = nothingInspected();
    const inspection: Inspection = {
      ports,
      isRead: readData === undefined ? () => false : createSubset(ports.hasher, readData),
      repairs,
      inspected,
      report: (finding) => {
        findings[finding.kind] = (findings[finding.kind] ?? 0) + 1;
        onFinding(finding);
      },
      readsPacksOfObjects: false,
      rowsPerSlice: 1000,
      blobsAtOnce: 8,
      pace: pauseOf(ports.clock),
    };
    const check = async (): Promise<CheckedStorage> => {
      const organizations = await inspectOrganizations(inspection);
      await inspectRepositories(inspection);
      await findOrphans(inspection);
      return { ...inspected, organizations, findings };
    };
    return new ResultAsync(orUnavailable(check));
  };
