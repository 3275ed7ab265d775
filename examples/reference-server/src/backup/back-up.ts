import { nodePorts } from '@svc/node';
import { openBackupDatabase } from '@svc/persistence-sqlite';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { openDatabase } from '../adapters/open-database.js';
import { openStorage } from '../adapters/open-storage.js';
import type { Config } from '../config/config.js';
import type { S3Settings } from '../config/s3-settings.js';
import { StartProblem } from '../start-problem.js';
import { version } from '../version.js';
import { newBackupId } from './backup-manifest.js';
import { type BackupPlace, openBackupPlace } from './backup-place.js';
import { holdOffRemovals } from './hold-off-removals.js';
import { type NamedPlace, unsigned } from './place-storage.js';
import { whileBegun } from './shared-bucket.js';
import { finishBackup, takeBlobs, type TakenBlobs } from './take-backup.js';
import { takeSnapshot } from './take-snapshot.js';
import { writingTo } from './writing-to.js';

export interface BackupSurroundings {
  readonly config: Config;
  readonly log: Logger;
  readonly bucket: () => S3Settings;
  readonly say: (line: string) => void;
}

/**
 * The order is what makes a back-up whole. First removals are held off; then the database's snapshot is taken; then every blob is copied that the snapshot knows
 * of, which are all still there; and the manifest, without which nothing is a back-up, is written when removals were held off to the end.
 */
const takeInto = async (
  place: BackupPlace,
  { config, log }: BackupSurroundings,
  id: string,
  takenAt: Date,
): Promise<TakenBlobs> => {
  const { codec } = await nodePorts();
  const database = await openDatabase(config.database, log, { isServer: false });
  try {
    const held = await holdOffRemovals(database);
    try {
      const path = join(place.work, 'svc.db');
      await writingTo(path, () => takeSnapshot(config.database, path));
      const storage = await openStorage(config.storage, { settings: unsigned, clock: database.clock, log, isServer: false });
      let taken: TakenBlobs;
      try {
        const snapshot = await openBackupDatabase(path);
        try {
          taken = await takeBlobs({ from: storage.blobs, to: place.blobs, codec, database: snapshot });
        } finally {
          snapshot.close();
        }
      } finally {
        storage.close();
      }
      await held.demand();
      await finishBackup(place, path, { id, takenAt: takenAt.toISOString(), serverVersion: version }, taken);
      return taken;
    } finally {
      held.end();
    }
  } finally {
    await database.close();
  }
};

/** Backs up the server of the configuration, which may run, and says what it has come to; rejects when something was not right in its storage already. */
export const backUp = async (to: NamedPlace, surroundings: BackupSurroundings): Promise<void> => {
  const { config, log, bucket, say } = surroundings;
  const { storage, dataDir } = config;
  const place = await openBackupPlace(to, 'add', { log, bucket, storage, dataDir });
  try {
    const takenAt = new Date();
    const id = newBackupId(takenAt, randomBytes(3).toString('hex'));
    const { blobs, copied, copiedBytes, problems, named } = await whileBegun(place, id, () =>
      takeInto(place, surroundings, id, takenAt),
    );
    for (const { key, problem } of named) say(`${problem}: ${key}`);
    say(`${id}: ${blobs} files, of which ${copied} were new, with ${copiedBytes} bytes`);
    if (problems > 0)
      throw new StartProblem(`${problems} files are not right in the storage of the server, and are in no back-up by this`);
  } finally {
    place.close();
  }
};
