import type { CopyEnd } from '@svc/persistence-sqlite';
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { reasonAtBottom } from './adapters/reason-at-bottom.js';
import type { NamedDatabase } from './config/database-url.js';
import { makeDirectory } from './data-dir.js';
import { withoutSecrets } from './log/without-secrets.js';
import { StartProblem } from './start-problem.js';

export interface CopyRecords {
  readonly from: NamedDatabase;
  readonly to: NamedDatabase;
}

type Role = 'source' | 'target';

/** A folder stands for the database that a server has in its data directory. */
const fileIn = (path: string): string =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? join(path, 'svc.db') : path;

/** Opens one end of a copy of databases. */
export const openEnd = async (named: NamedDatabase, role: Role): Promise<CopyEnd> => {
  if (named.kind === 'postgres') {
    const { openPostgresCopyEnd } = await import('@svc/persistence-postgres');
    return openPostgresCopyEnd({ url: named.url });
  }
  const { openSqliteCopyEnd } = await import('@svc/persistence-sqlite');
  const path = fileIn(named.path);
  if (role === 'target' && !existsSync(path)) makeDirectory(dirname(path));
  return openSqliteCopyEnd({ path, role });
};

const naming = async <T>(option: string, act: () => Promise<T>): Promise<T> => {
  try {
    return await act();
  } catch (fault) {
    throw new StartProblem(`${option} cannot be used: ${withoutSecrets(reasonAtBottom(fault))}`);
  }
};

/** A fault that one of the ends is to blame for says which. */
const problemOf = async (fault: unknown): Promise<StartProblem> => {
  const { DatabaseBusyError, DatabaseNotEmptyError, MissingDatabaseError, OlderSchemaError } =
    await import('@svc/persistence-sqlite');
  const reason = withoutSecrets(reasonAtBottom(fault));
  if (fault instanceof DatabaseNotEmptyError) return new StartProblem(`--to cannot be used: ${reason}`);
  const isOfSource = [DatabaseBusyError, MissingDatabaseError, OlderSchemaError].some((kind) => fault instanceof kind);
  return new StartProblem(isOfSource ? `--from cannot be used: ${reason}` : `nothing was copied: ${reason}`);
};

/** Copies a database into an empty one. Says each table that had rows when it is done, and at last how many rows there were. */
export const copyRecords = async ({ from, to }: CopyRecords, say: (line: string) => void): Promise<void> => {
  const { copyDatabase } = await import('@svc/persistence-sqlite');
  const source = await naming('--from', () => openEnd(from, 'source'));
  try {
    const target = await naming('--to', () => openEnd(to, 'target'));
    let all = 0;
    try {
      await copyDatabase(source, target, (table, rows) => {
        all += rows;
        if (rows > 0) say(`${table}  ${rows}`);
      });
    } catch (fault) {
      throw await problemOf(fault);
    } finally {
      await target.close();
    }
    say(`copied ${all} rows`);
  } finally {
    await source.close();
  }
};
