import { err, ok, type Result } from 'neverthrow';
import type { Lease } from '../../../concurrency/lease.js';
import { defaultGcGraceMs } from '../../../model/maintenance.js';
import { TreeUnavailable } from '../../../model/chunk-tree/tree-fault.js';
import type { Repository } from '../../../model/repository.js';
import { MINUTE_MS } from '../../../model/values/index.js';
import type { Ports } from '../../../ports/ports.js';
import type { ClaimedCollection } from '../../../ports/records/condemned-records.js';
import type { Records } from '../../../ports/unit-of-work.js';
import { lockOrganizationOf } from '../../../steps/lock-organization-of.js';
import type { TreeOwner } from '../files/tree-charge.js';
import { type CollectedKind, collectedKind } from './collected-file.js';
import type { CollectPace } from './slowed-blob-store.js';
import type { Survey } from './survey.js';

export type CollectPorts = Pick<Ports, 'unitOfWork' | 'blobs' | 'clock' | 'random' | 'hasher' | 'codec' | 'settings'>;

/** After so long without a word from the process that collects, which may have died, somebody else may take the repository on. */
export const claimMs = 5 * MINUTE_MS;

/** Somebody else collects the repository by now, or it is gone. */
export class CollectionLost extends Error {
  override readonly name = 'CollectionLost';
}

/** One visit to one repository's chunk tree. */
export interface Collection {
  readonly ports: CollectPorts;
  readonly owner: TreeOwner;
  readonly claim: ClaimedCollection;
  readonly renewLease: Lease;
  readonly pace: CollectPace;
}

/** Packs, maps and manifests, and their bytes together. */
export interface FileCounts extends Readonly<Record<CollectedKind, number>> {
  readonly bytes: number;
}

export const noFiles: FileCounts = { packs: 0, maps: 0, manifests: 0, bytes: 0 };

export const countFiles = (counts: FileCounts, files: readonly Parameters<typeof countFile>[1][]): FileCounts =>
  files.reduce(countFile, counts);

const countFile = (
  counts: FileCounts,
  { path, sizeBytes }: { readonly path: Parameters<typeof collectedKind>[0]; readonly sizeBytes: number },
): FileCounts => {
  const kind = collectedKind(path);
  return kind === undefined ? counts : { ...counts, [kind]: counts[kind] + 1, bytes: counts.bytes + sizeBytes };
};

/** A survey, and what it was made of. */
export interface Surveyed {
  readonly survey: Survey;
  /** Of the repository, before the survey was last extended. */
  readonly generation: number;
  /** When it was. */
  readonly begunAt: number;
}

/** Goes on with the visit, or throws `CollectionLost`. */
export const demandClaim = async ({ renewLease }: Collection): Promise<void> => {
  const isHeld = await renewLease();
  if (isHeld.isErr()) throw new TreeUnavailable(isHeld.error);
  if (!isHeld.value) throw new CollectionLost('somebody else has claimed the repository');
};

/**
 * Runs a step of the visit in a transaction that holds the organization. It writes nothing when somebody else has claimed the repository, in whatever process, and
 * however long this one has stood still; nor when the step fails.
 */
export const attemptWhileClaimed = async <T, E extends string>(
  { ports, owner, claim }: Collection,
  work: (records: Records, at: number, repository: Repository) => Promise<Result<T, E>>,
): Promise<Result<T, E>> => {
  const outcome = await ports.unitOfWork.transact(async (records): Promise<Result<T, E | 'lost'>> => {
    const repository = await lockOrganizationOf(records, owner);
    if (repository.isErr()) return err('lost');
    const at = ports.clock.now();
    if (!(await records.condemned.moveCollection(claim, at + claimMs))) return err('lost');
    return work(records, at, repository.value);
  });
  if (outcome.isOk()) return ok(outcome.value);
  if (outcome.error === 'lost') throw new CollectionLost('somebody else has claimed the repository, or it is gone');
  if (typeof outcome.error === 'object') throw new TreeUnavailable(outcome.error);
  return err(outcome.error);
};

/** The same; `changed`, and nothing is written either, when objects were registered or removed since the survey. */
export const whileClaimed = async <T>(
  collection: Collection,
  generation: number | undefined,
  work: (records: Records, at: number) => Promise<T>,
): Promise<T | 'changed'> => {
  const outcome = await attemptWhileClaimed(
    collection,
    async (records, at, repository): Promise<Result<T | 'changed', never>> => {
      if (generation !== undefined && repository.generation !== generation) return ok('changed');
      return ok(await work(records, at));
    },
  );
  return outcome.isOk() ? outcome.value : outcome.error;
};

export const graceOf = ({ ports }: Collection): number => ports.settings.gcGraceMs ?? defaultGcGraceMs;

/** Without it nothing but what a mark sees for the first time is written down, and no answer changes. */
export const reclaims = ({ ports }: Collection): boolean => ports.settings.gcReclaim ?? false;
