import { ok, type Result } from 'neverthrow';
import { defaultGcGraceMs } from '../../../model/maintenance.js';
import { MINUTE_MS } from '../../../model/values/index.js';
import type { Ports } from '../../../ports/ports.js';
import type { ClaimedCollection } from '../../../ports/records/condemned-records.js';
import type { Records } from '../../../ports/unit-of-work.js';
import { type CollectedKind, collectedKind } from './collected-file.js';
import type { Survey } from './survey.js';
import { attemptWhileClaimed, type TreeWork } from './tree-work.js';

export type CollectPorts = Pick<Ports, 'unitOfWork' | 'blobs' | 'clock' | 'random' | 'hasher' | 'codec' | 'settings'>;

/** After so long without a word from the process that collects, which may have died, somebody else may take the repository on. */
export const claimMs = 5 * MINUTE_MS;

/** One visit to one repository's chunk tree. */
export interface Collection extends TreeWork {
  readonly ports: CollectPorts;
  readonly claim: ClaimedCollection;
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

/** Runs a step of the visit as `attemptWhileClaimed` does; `changed`, and nothing is written either, when objects were registered or removed since the survey. */
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
