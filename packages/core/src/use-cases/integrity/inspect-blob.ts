import type { Finding } from '../../model/integrity/finding.js';
import type { TreeFile } from '../../model/chunk-tree/tree-file.js';
import type { Instant, TreePath } from '../../model/values/index.js';
import type { KeptRepository } from '../../ports/records/integrity-records.js';
import type { Queries, Records } from '../../ports/unit-of-work.js';
import type { KeptBlob } from '../../steps/integrity/kept-blob.js';
import { ask, type BeginReading, type Condition, conditionOf, heal, type Inspection, note } from './inspection.js';

/** A blob, and whether the database still says of it what it said when its row was read. */
export interface BlobInQuestion {
  readonly blob: KeptBlob;
  readonly isStillKept: (records: Records | Queries) => Promise<boolean>;
  /** Whether it is noted as damaged. */
  readonly isNoted: boolean;
}

const findingOf = (
  { id: repositoryId }: KeptRepository,
  { key, sizeBytes: expectedBytes }: KeptBlob,
  condition: Exclude<Condition, { readonly kind: 'sound' }>,
): Finding =>
  condition.kind === 'wrong_size'
    ? { kind: 'wrong_size', repositoryId, key, expectedBytes, actualBytes: condition.actualBytes }
    : { kind: condition.kind, repositoryId, key };

/** `unreadable`: nothing is known of it but that the storage does not give its bytes now. */
export type BlobFault = 'damaged' | 'unreadable';

/**
 * Looks at one blob, and once more before it tells of damage: the server goes on meanwhile, and what it removes, replaces or heals is not damaged. Undefined of one
 * that is sound, or nothing that has to be there any more. `begin` is asked, before each reading, who takes all of its bytes.
 */
export const inspectBlob = async (
  inspection: Inspection,
  repository: KeptRepository,
  { blob, isStillKept, isNoted }: BlobInQuestion,
  options: { readonly reads: boolean; readonly begin?: BeginReading },
): Promise<BlobFault | undefined> => {
  const look = (): Promise<Condition> => conditionOf(inspection, repository, blob, options.reads, options.begin);
  let condition = await look();
  if (condition.kind !== 'sound') {
    if (!(await ask(inspection, isStillKept))) return undefined;
    condition = await look();
    if (condition.kind !== 'sound' && !(await ask(inspection, isStillKept))) return undefined;
  }
  if (condition.kind === 'sound') {
    const isProven = options.reads && blob.digest !== undefined;
    if (isProven && isNoted && inspection.repairs) await heal(inspection, repository, blob.of);
    return undefined;
  }
  inspection.report(findingOf(repository, blob, condition));
  // What cannot be read now may be read later: that is the operator's to find out.
  if (condition.kind === 'unreadable') return isNoted ? 'damaged' : 'unreadable';
  await note(inspection, repository, blob.of, condition.kind, isStillKept);
  return 'damaged';
};

/** What was found wrong with files in this run; no more of them than a few megabytes hold. */
export interface FaultyPaths {
  add(file: TreeFile, fault: BlobFault): void;
  /** Of the file as the books have it now: what was stored anew since is another one. */
  faultOf(file: TreeFile): BlobFault | undefined;
  /** Of what was found at the path, whatever became of it. */
  formerFaultAt(path: TreePath): BlobFault | undefined;
}

const maxFaultyPaths = 100_000;

export const createFaultyPaths = (): FaultyPaths => {
  const faults = new Map<TreePath, { readonly changedAt: Instant; readonly fault: BlobFault }>();
  return {
    add: ({ path, changedAt }, fault) => {
      if (faults.size < maxFaultyPaths || faults.has(path)) faults.set(path, { changedAt, fault });
    },
    faultOf: ({ path, changedAt }) => {
      const found = faults.get(path);
      return found?.changedAt === changedAt ? found.fault : undefined;
    },
    formerFaultAt: (path) => faults.get(path)?.fault,
  };
};
