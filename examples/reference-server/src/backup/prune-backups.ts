import type { ObjectKey } from '@svc/core/model';
import type { BlobEntry } from '@svc/core/ports';
import { openBackupDatabase } from '@svc/persistence-sqlite';
import { rm } from 'node:fs/promises';
import { StartProblem } from '../start-problem.js';
import type { BackupSurroundings } from './back-up.js';
import { type BackupManifest, backupsFolder, folderOfKey, manifestKey, sharedFolders, timeOfBackup } from './backup-manifest.js';
import { type BackupPlace, listBackups, openBackupPlace, readManifest } from './backup-place.js';
import { keyInBackup } from './copy-verified.js';
import { fetchDatabase } from './fetch-database.js';
import { inParallel } from './in-parallel.js';
import type { NamedPlace } from './place-storage.js';
import { whilePruning } from './shared-bucket.js';

const dayMs = 24 * 60 * 60 * 1000;

export interface Keep {
  /** So many of the latest, at least one. */
  readonly last: number;
  /** And those that were taken so many days ago or later. */
  readonly withinDays: number;
}

export interface Prune {
  readonly from: NamedPlace;
  readonly keep: Keep;
  /** Somebody has made sure that no back-up is being taken into the bucket. */
  readonly noneRuns: boolean;
}

interface Pruned {
  readonly kept: number;
  readonly removed: number;
  readonly files: number;
  readonly bytes: number;
}

type Place = Pick<BackupPlace, 'blobs' | 'work'>;

/** By their ids alone: what is to go may be damaged. What an id does not tell the time of stays. */
const chooseKept = (ids: readonly string[], keep: Keep, now: number): readonly string[] => {
  const last = new Set(ids.slice(-keep.last));
  return ids.filter((id) => last.has(id) || !(now - timeOfBackup(id) > keep.withinDays * dayMs));
};

/** Adds every key at which a blob of the back-up lies. */
const addNeeded = async (place: Place, manifest: BackupManifest, needed: Set<string>): Promise<void> => {
  const path = await fetchDatabase(place, manifest);
  const database = await openBackupDatabase(path);
  try {
    for await (const slice of database.blobs()) {
      for (const { key, digest } of slice) if (digest !== undefined) needed.add(keyInBackup(key, digest));
    }
  } finally {
    database.close();
    await rm(path, { force: true });
  }
};

const removeKey = async ({ blobs }: Place, key: ObjectKey): Promise<void> => {
  const removed = await blobs.remove(key);
  if (removed.isErr()) throw new StartProblem(`${key} cannot be removed; run this again to go on`);
};

const removeBelow = async (
  place: Place,
  folder: ObjectKey,
  isKept: (key: ObjectKey) => boolean,
): Promise<{ readonly files: number; readonly bytes: number }> => {
  const unneeded: BlobEntry[] = [];
  for await (const entry of place.blobs.list(folder)) if (!isKept(entry.key)) unneeded.push(entry);
  await inParallel(unneeded, ({ key }) => removeKey(place, key));
  return { files: unneeded.length, bytes: unneeded.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) };
};

interface Plan {
  readonly kept: ReadonlySet<string>;
  readonly removed: readonly string[];
  readonly needed: ReadonlySet<string>;
}

/** Reads what the back-ups need that are kept. Nothing is removed when one of them cannot be read. */
export const planPrune = async (place: Place, keep: Keep, now: number): Promise<Plan> => {
  const ids = await listBackups(place);
  if (ids.length === 0) throw new StartProblem('there is no back-up that was brought to its end');
  const kept = new Set(chooseKept(ids, keep, now));
  const needed = new Set<string>();
  for (const id of kept) await addNeeded(place, await readManifest(place, id), needed);
  return { kept, removed: ids.filter((id) => !kept.has(id)), needed };
};

/**
 * Manifests go first, so that what is broken off here leaves no back-up of which something is missing; then the rest of each, also of those that were never
 * brought to their end; and at last the files that no back-up needs any more, which the next run finds again.
 */
export const removeUnneeded = async (place: Place, { kept, removed, needed }: Plan): Promise<Pruned> => {
  for (const id of removed) await removeKey(place, manifestKey(id));
  await removeBelow(place, backupsFolder, (key) => {
    const id = folderOfKey(key);
    return id === undefined || kept.has(id);
  });
  let [files, bytes] = [0, 0];
  for (const folder of sharedFolders) {
    const gone = await removeBelow(place, folder, (key) => needed.has(key));
    files += gone.files;
    bytes += gone.bytes;
  }
  return { kept: kept.size, removed: removed.length, files, bytes };
};

/** Removes old back-ups of a place, and says what that came to. */
export const pruneBackups = async (
  { from, keep, noneRuns }: Prune,
  { config, log, bucket, say }: BackupSurroundings,
): Promise<void> => {
  const { storage, dataDir } = config;
  const place = await openBackupPlace(from, 'remove', { log, bucket, storage, dataDir });
  try {
    const pruned = await whilePruning(place, noneRuns, {
      plan: () => planPrune(place, keep, Date.now()),
      act: (plan) => removeUnneeded(place, plan),
    });
    say(`removed ${pruned.removed} back-ups, and ${pruned.files} files with ${pruned.bytes} bytes; ${pruned.kept} are kept`);
  } finally {
    place.close();
  }
};
