import { openSqliteDatabase } from '@svc/persistence-sqlite';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { StartProblem } from '../start-problem.js';
import { type BackupManifest, databaseKey } from './backup-manifest.js';
import { type BackupPlace, hashing } from './backup-place.js';
import { writingTo } from './writing-to.js';

/** Brings the back-up's database into the folder for work, as it was, and then to the schema of this version. */
export const fetchDatabase = async (
  { blobs, work }: Pick<BackupPlace, 'blobs' | 'work'>,
  { id, database }: Pick<BackupManifest, 'id' | 'database'>,
): Promise<string> => {
  const path = join(work, 'svc.db');
  const reading = await blobs.read(databaseKey(id));
  if (reading.isErr()) {
    if (reading.error.kind === 'unavailable')
      throw new StartProblem('the place of the back-ups does not answer; run this again to go on');
    throw new StartProblem(`the database of the back-up ${id} is missing`);
  }
  const file = hashing(reading.value.body);
  await writingTo(path, () => pipeline(file.body, createWriteStream(path, { mode: 0o600 })));
  if (file.digestHex() !== database.sha256) throw new StartProblem(`the database of the back-up ${id} is damaged`);
  await writingTo(path, async () => (await openSqliteDatabase({ path, mustExist: true })).close());
  return path;
};
