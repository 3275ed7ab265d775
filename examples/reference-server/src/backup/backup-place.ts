import type { BlobStore } from '@svc/core/ports';
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { claimFolder } from '../adapters/open-storage.js';
import { StartProblem } from '../start-problem.js';
import {
  type BackupManifest,
  backupOfKey,
  backupsFolder,
  isBackupId,
  manifestKey,
  parseManifest,
  UnreadableManifest,
} from './backup-manifest.js';
import { readWhole } from './copy-verified.js';
import { atPlace, type NamedPlace, openPlaceStorage, type PlaceRole, type PlaceSurroundings } from './place-storage.js';

export interface BackupPlace {
  /** Back-ups share what lies below `repositories` and `contents`, which never changes; each has its own in `backups/<id>`. */
  readonly blobs: BlobStore;
  /** A folder for files of this process alone, empty at first. */
  readonly work: string;
  /** Whether nobody else adds to the place or removes from it: a bucket cannot be claimed. */
  readonly isClaimed: boolean;
  close(): void;
}

/** Removes what a process has left that was killed; the claim on the folder says that none is at work. */
const emptyFolder = async (path: string): Promise<string> => {
  rmSync(path, { recursive: true, force: true });
  await mkdir(path, { recursive: true, mode: 0o700 });
  return path;
};

/** No key begins with a dot, so it is no blob. */
const workName = '.work';

/** Opens the place to add a back-up to it or to remove some, for one process at a time, or to read what is there. */
export const openBackupPlace = async (
  place: NamedPlace,
  role: PlaceRole,
  surroundings: PlaceSurroundings,
): Promise<BackupPlace> => {
  const storage = await openPlaceStorage(place, role, surroundings);
  const { root } = storage;
  if (role !== 'read' && root !== undefined) {
    const inPlace = await atPlace(place, role, () => emptyFolder(join(root, workName)));
    const end = (): void => {
      rmSync(inPlace, { recursive: true, force: true });
      storage.close();
    };
    return { blobs: storage.blobs, work: inPlace, isClaimed: true, close: end };
  }
  await mkdir(surroundings.dataDir, { recursive: true, mode: 0o700 });
  const work = join(surroundings.dataDir, workName);
  const claim = await claimFolder(
    work,
    (claimed) => `${claimed} is in use by another backup, restore or prune-backups; run this again when that has ended`,
  );
  return {
    blobs: storage.blobs,
    work: await emptyFolder(work),
    isClaimed: false,
    close: () => {
      rmSync(work, { recursive: true, force: true });
      claim.release();
      storage.close();
    },
  };
};

/** The ids of all back-ups that were brought to their end, the latest last. */
export const listBackups = async ({ blobs }: Pick<BackupPlace, 'blobs'>): Promise<readonly string[]> => {
  const ids: string[] = [];
  for await (const { key } of blobs.list(backupsFolder)) {
    const id = backupOfKey(key);
    if (id !== undefined) ids.push(id);
  }
  return ids.toSorted();
};

/** Throws a `StartProblem` where there is none, or the place does not answer, and an `UnreadableManifest` where something is wrong with this one alone. */
export const readManifest = async ({ blobs }: Pick<BackupPlace, 'blobs'>, id: string): Promise<BackupManifest> => {
  const bytes = isBackupId(id) ? await readWhole(blobs, manifestKey(id)) : 'missing';
  if (bytes === 'missing') throw new StartProblem(`there is no back-up ${id}, or it was not brought to its end`);
  if (typeof bytes === 'string') throw new UnreadableManifest(`the manifest of the back-up ${id} cannot be read`);
  return parseManifest(id, bytes.toString());
};

/** Of the bytes of a file or blob that pass by. */
export const hashing = (
  bytes: AsyncIterable<Uint8Array>,
): { readonly body: AsyncIterable<Uint8Array>; readonly digestHex: () => string } => {
  const hash = createHash('sha256');
  const body = async function* (): AsyncGenerator<Uint8Array> {
    for await (const piece of bytes) {
      hash.update(piece);
      yield piece;
    }
  };
  return { body: body(), digestHex: () => hash.digest('hex') };
};
