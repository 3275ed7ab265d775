import type { BlobStore } from '@svc/core/ports';
import { nodeClock, nodePorts } from '@svc/node';
import {
  type BackupBlob,
  copyDatabase,
  type CopyEnd,
  DatabaseNotEmptyError,
  demandEmpty,
  openBackupDatabase,
  openSqliteCopyEnd,
} from '@svc/persistence-sqlite';
import { openStorage } from '../adapters/open-storage.js';
import { reasonAtBottom } from '../adapters/reason-at-bottom.js';
import { openEnd } from '../copy-records.js';
import { withoutSecrets } from '../log/without-secrets.js';
import { StartProblem } from '../start-problem.js';
import type { BackupSurroundings } from './back-up.js';
import { type BackupManifest, type BlobProblem, maxNamedProblems, UnreadableManifest } from './backup-manifest.js';
import { type BackupPlace, listBackups, openBackupPlace, readManifest } from './backup-place.js';
import { type Codec, copyVerified, keyInBackup, verifyBlob } from './copy-verified.js';
import { fetchDatabase } from './fetch-database.js';
import { findUnknown, type UnknownBlobs } from './find-unknown.js';
import { inParallel } from './in-parallel.js';
import { type NamedPlace, openPlaceStorage, unsigned } from './place-storage.js';

export interface Restore {
  readonly from: NamedPlace;
  /** The latest when absent. */
  readonly id: string | undefined;
  /** Reads all of it and writes nothing. */
  readonly checkOnly: boolean;
  /** Goes on where files are missing. */
  readonly evenIfDamaged: boolean;
}

const choose = async (place: BackupPlace, id: string | undefined): Promise<BackupManifest> => {
  const chosen = id ?? (await listBackups(place)).at(-1);
  if (chosen === undefined) throw new StartProblem('there is no back-up that was brought to its end');
  return readManifest(place, chosen);
};

type KnownBlob = BackupBlob & { readonly digest: NonNullable<BackupBlob['digest']> };

interface RestoredBlobs {
  readonly blobs: number;
  readonly bytes: number;
  readonly problems: number;
}

/** With the place in the back-up where that is another one: there the operator finds the file. */
const placesOf = ({ key, digest }: KnownBlob): string => {
  const inBackup = keyInBackup(key, digest);
  return inBackup === key ? key : `${key}, which lies at ${inBackup}`;
};

/** Does to each blob of the back-up what answers its length, or what is wrong with it, and says the first of the latter. */
const forEachBlob = async (
  path: string,
  say: (line: string) => void,
  act: (blob: KnownBlob) => Promise<number | BlobProblem>,
): Promise<RestoredBlobs> => {
  const database = await openBackupDatabase(path);
  let [blobs, bytes, problems] = [0, 0, 0];
  try {
    for await (const slice of database.blobs()) {
      await inParallel(slice, async (blob) => {
        const { digest } = blob;
        // Of a file that may change nothing was there when the back-up was taken.
        if (digest === undefined) return;
        const known = { ...blob, digest };
        const outcome = await act(known);
        if (typeof outcome === 'number') {
          blobs += 1;
          bytes += outcome;
          return;
        }
        // Of a file that was still received nothing has to be there.
        if (outcome === 'missing' && !blob.isNeeded && blob.changing === undefined) return;
        problems += 1;
        if (problems <= maxNamedProblems) say(`${outcome}: ${placesOf(known)}`);
      });
    }
  } finally {
    database.close();
  }
  return { blobs, bytes, problems };
};

const restoreBlob = async (codec: Codec, from: BlobStore, to: BlobStore, blob: KnownBlob): Promise<number | BlobProblem> => {
  const { key, digest } = blob;
  // A restore that was broken off goes on. What it has left is read all the same, since nobody has verified it there.
  const there = await to.head(key);
  if (there.isOk() && (await verifyBlob(codec, to, key, blob)) === 'right') return there.value.sizeBytes;
  const copied = { store: from, key: keyInBackup(key, digest) };
  return copyVerified({ codec, blob, from: copied, to: { store: to, key } });
};

const checkBlob = async (codec: Codec, from: BlobStore, blob: KnownBlob): Promise<number | BlobProblem> => {
  const key = keyInBackup(blob.key, blob.digest);
  const fate = await verifyBlob(codec, from, key, blob);
  return fate === 'right' ? 0 : fate;
};

const inEmptyDatabase = async <T>(act: () => Promise<T>): Promise<T> => {
  try {
    return await act();
  } catch (fault) {
    if (fault instanceof StartProblem) throw fault;
    const reason = withoutSecrets(reasonAtBottom(fault));
    if (!(fault instanceof DatabaseNotEmptyError)) throw new StartProblem(`nothing was restored: ${reason}`);
    throw new StartProblem(`the database of the settings cannot be restored into: ${reason}`);
  }
};

/** Nothing of it is removed: where the database alone was lost, or another server uses the storage, it is still needed. */
const sayUnknown = ({ blobs, bytes }: UnknownBlobs, say: (line: string) => void): void => {
  if (blobs === 0) return;
  say(
    `${blobs} files with ${bytes} bytes lay in the storage, are not of this back-up and stay there; svc-server fsck names each that nobody owns as orphan`,
  );
};

/** The database comes last, in one transaction: before that a server would begin with nothing, and a restore can be run again. */
const restoreInto = async (
  target: CopyEnd,
  path: string,
  storage: BlobStore,
  place: BackupPlace,
  { say, evenIfDamaged }: Pick<BackupSurroundings, 'say'> & Pick<Restore, 'evenIfDamaged'>,
): Promise<RestoredBlobs> => {
  await inEmptyDatabase(() => demandEmpty(target));
  const { codec } = await nodePorts();
  const unknown = await findUnknown(storage, path);
  const restored = await forEachBlob(path, say, (blob) => restoreBlob(codec, place.blobs, storage, blob));
  if (restored.problems > 0 && !evenIfDamaged) {
    throw new StartProblem(
      `${restored.problems} files are not in the back-up as they should be, and the database was not restored; --even-if-damaged restores the rest`,
    );
  }
  sayUnknown(unknown, say);
  const from = openSqliteCopyEnd({ path, role: 'source' });
  try {
    await inEmptyDatabase(() => copyDatabase(from, target, () => undefined));
  } finally {
    await from.close();
  }
  return restored;
};

/** Restores a back-up into the empty database and the storage of the configuration, whichever kind they are of, or only reads it. Rejects when not all of it is there. */
export const restoreBackup = async (restore: Restore, surroundings: BackupSurroundings): Promise<void> => {
  const { config, log, bucket, say } = surroundings;
  const { dataDir } = config;
  const place = await openBackupPlace(restore.from, 'read', { log, bucket, storage: config.storage, dataDir });
  try {
    const manifest = await choose(place, restore.id);
    const path = await fetchDatabase(place, manifest);
    let outcome: RestoredBlobs;
    if (restore.checkOnly) {
      const { codec } = await nodePorts();
      outcome = await forEachBlob(path, say, (blob) => checkBlob(codec, place.blobs, blob));
      say(`${manifest.id}, taken at ${manifest.takenAt}: ${outcome.blobs} files are right`);
    } else {
      const target = await inEmptyDatabase(() => openEnd(config.database, 'target'));
      try {
        const storage = await openStorage(config.storage, {
          settings: unsigned,
          clock: nodeClock,
          log,
          isServer: true,
          inUse: (root) => `the files in ${root} are in use by a server or another command`,
        });
        try {
          outcome = await restoreInto(target, path, storage.blobs, place, { ...restore, say });
        } finally {
          storage.close();
        }
      } finally {
        await target.close();
      }
      say(`restored ${manifest.id}, taken at ${manifest.takenAt}: ${outcome.blobs} files, ${outcome.bytes} bytes`);
    }
    const known = manifest.problems > 0 ? `; ${manifest.problems} were not right when the back-up was taken` : '';
    if (outcome.problems > 0) throw new StartProblem(`${outcome.problems} files are missing or damaged${known}`);
  } finally {
    place.close();
  }
};

const lineOf = async (
  place: Pick<BackupPlace, 'blobs'>,
  id: string,
): Promise<{ readonly line: string; readonly isRead: boolean }> => {
  try {
    const { takenAt, blobs, problems } = await readManifest(place, id);
    const line = `${id}  ${takenAt}  ${blobs} files${problems > 0 ? `, ${problems} of them missing or damaged` : ''}`;
    return { line, isRead: true };
  } catch (fault) {
    if (fault instanceof UnreadableManifest) return { line: `${id}  ${fault.message}`, isRead: false };
    throw fault;
  }
};

/**
 * Says which back-ups there are, the latest last, and rejects at the end when something is wrong with the manifest of one. Needs no folder of the server's for
 * that, which may be elsewhere.
 */
export const sayBackups = async (from: NamedPlace, { config, log, bucket, say }: BackupSurroundings): Promise<void> => {
  const { storage, dataDir } = config;
  const place = await openPlaceStorage(from, 'read', { log, bucket, storage, dataDir });
  let unreadable = 0;
  try {
    for (const id of await listBackups(place)) {
      const { line, isRead } = await lineOf(place, id);
      if (!isRead) unreadable += 1;
      say(line);
    }
  } finally {
    place.close();
  }
  if (unreadable > 0) throw new StartProblem(`${unreadable} of the back-ups cannot be restored by this version`);
};
