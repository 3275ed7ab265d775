import { type CopyEnd, MissingDatabaseError, type Schema } from '@svc/persistence-sql';
import type Database from 'better-sqlite3';
import { Kysely, sql } from 'kysely';
import { existsSync } from 'node:fs';
import { ImmediateSqliteDialect } from './immediate-dialect.js';
import { openConnection } from './open-connection.js';
import { claimDatabase } from './process-lock.js';
import { sqliteDialect } from './sqlite-dialect.js';

export interface SqliteCopyEndOptions {
  /** A file in a folder that exists. */
  readonly path: string;
  /** Whether it is copied, and has to be there, or copied to. */
  readonly role: 'source' | 'target';
}

/** SQLite's own table of the numbers that it has counted up to. */
interface Counted {
  sqlite_sequence: { name: string; seq: number };
}

const readLastNumber: CopyEnd['readLastNumber'] = async (db, table) => {
  const { rows } = await sql<Counted['sqlite_sequence']>`select name, seq from sqlite_sequence where name = ${table}`.execute(db);
  return rows[0]?.seq ?? 0;
};

/** The row is there as soon as the table has had one. */
const setLastNumber: CopyEnd['setLastNumber'] = async (db, table, last) => {
  await sql`delete from sqlite_sequence where name = ${table}`.execute(db);
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(db);
};

/** Claims the file, as a server does, and opens it for `copyDatabase`. Throws `DatabaseInUseError`, or `MissingDatabaseError` for a source that is not there. */
export const openSqliteCopyEnd = ({ path, role }: SqliteCopyEndOptions): CopyEnd => {
  if (role === 'source' && !existsSync(path)) throw new MissingDatabaseError();
  const claim = claimDatabase(path);
  let connection: Database.Database;
  try {
    connection = openConnection(path, { readonly: false });
  } catch (error) {
    claim.release();
    throw error;
  }
  return {
    db: new Kysely<Schema>({ dialect: new ImmediateSqliteDialect(connection) }),
    dialect: sqliteDialect,
    keepingNumbers: sql``,
    readLastNumber,
    setLastNumber,
    // The claim is held.
    demandUnused: () => Promise.resolve(),
    close: () => {
      connection.close();
      claim.release();
      return Promise.resolve();
    },
  };
};
