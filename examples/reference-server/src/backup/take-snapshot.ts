import { createOperator } from '@svc/core';
import { nodeClock, nodeRandom } from '@svc/node';
import { copyDatabase, openSqliteCopyEnd, openSqliteDatabase, snapshotSqlite } from '@svc/persistence-sqlite';
import type { DatabaseSettings } from '../config/config.js';
import { StartProblem } from '../start-problem.js';

/** Copies one state of PostgreSQL, which a transaction sees to its end, whatever others write meanwhile. */
const snapshotPostgres = async (url: string, path: string): Promise<void> => {
  const { openPostgresCopyEnd } = await import('@svc/persistence-postgres');
  const from = await openPostgresCopyEnd({ url, isShared: true });
  try {
    const to = openSqliteCopyEnd({ path, role: 'target' });
    try {
      await copyDatabase(from, to, () => undefined);
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
};

/** Ends what can only go on with bytes that were staged: they are no part of a back-up. */
const endUploads = async (path: string): Promise<void> => {
  const database = await openSqliteDatabase({ path, mustExist: true });
  try {
    const ended = await createOperator({ unitOfWork: database.unitOfWork, clock: nodeClock, random: nodeRandom }).endUploads();
    if (ended.isErr()) throw new StartProblem('the snapshot of the database cannot be written');
  } finally {
    await database.close();
  }
};

/** Writes one state of the database into a new file of SQLite, whichever kind it is of, beside servers that go on; the file has the schema of this version. */
export const takeSnapshot = async (database: DatabaseSettings, path: string): Promise<void> => {
  if (database.kind === 'sqlite') snapshotSqlite(database.path, path);
  else await snapshotPostgres(database.url, path);
  await endUploads(path);
};
