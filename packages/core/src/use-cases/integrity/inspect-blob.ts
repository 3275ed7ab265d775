import { ok, type Result } from 'neverthrow';
import type { Finding } from '../../model/integrity/finding.js';
import type { TreePath } from '../../model/values/index.js';
import type { KeptRepository } from '../../ports/records/integrity-records.js';
import type { Queries, Records } from '../../ports/unit-of-work.js';
import type { TakePiece } from '../../steps/integrity/check-blob.js';
import type { KeptBlob } from '../../steps/integrity/kept-blob.js';
import { ask, type Condition, conditionOf, demand, type Inspection, note } from './inspection.js';

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

const heal = async ({ ports, inspected }: Inspection, { id }: KeptRepository, { of }: KeptBlob): Promise<void> => {
  const healed = await ports.unitOfWork.transact(async ({ damage }): Promise<Result<boolean, never>> =>
    ok(await damage.heal(id, of)),
  );
  if (demand(healed)) inspected.healed += 1;
};

/**
 * Looks at one blob, and once more before it tells of damage: the server goes on meanwhile, and what it removes, replaces or heals is not damaged. Whether it is
 * sound, or nothing that has to be there any more. `take` is handed all its bytes, from the first one on, as often as they are read.
 */
export const inspectBlob = async (
  inspection: Inspection,
  repository: KeptRepository,
  { blob, isStillKept, isNoted }: BlobInQuestion,
  options: { readonly reads: boolean; readonly take?: (isFirst: boolean, piece: Uint8Array) => ReturnType<TakePiece> },
): Promise<boolean> => {
  const look = (): Promise<Condition> => {
    let isFirst = true;
    return conditionOf(inspection, repository, blob, options.reads, (piece) => {
      const taken = options.take?.(isFirst, piece);
      isFirst = false;
      return taken;
    });
  };
  let condition = await look();
  if (condition.kind !== 'sound') {
    if (!(await ask(inspection, isStillKept))) return true;
    condition = await look();
    if (condition.kind !== 'sound' && !(await ask(inspection, isStillKept))) return true;
  }
  if (condition.kind === 'sound') {
    const isProven = options.reads && blob.digest !== undefined;
    if (isProven && isNoted && inspection.repairs) await heal(inspection, repository, blob);
    return true;
  }
  inspection.report(findingOf(repository, blob, condition));
  // What cannot be read now may be read later: that is the operator's to find out.
  if (condition.kind !== 'unreadable') await note(inspection, repository, blob.of, condition.kind, isStillKept);
  return false;
};

/** The paths that were found damaged in this run; no more of them than a few megabytes hold. */
export interface DamagedPaths {
  add(path: TreePath): void;
  has(path: TreePath): boolean;
}

const maxDamagedPaths = 100_000;

export const createDamagedPaths = (): DamagedPaths => {
  const paths = new Set<TreePath>();
  return {
    add: (path) => {
      if (paths.size < maxDamagedPaths) paths.add(path);
    },
    has: (path) => paths.has(path),
  };
};
