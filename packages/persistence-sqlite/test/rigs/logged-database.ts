import type { UnitOfWork } from '@svc/core/ports';
import { createSqlUnitOfWork, migrate, type Schema } from '@svc/persistence-sql';
import type Database from 'better-sqlite3';
import { Kysely, type LogEvent, SqliteDialect } from 'kysely';
import { ImmediateSqliteDialect } from '../../src/immediate-dialect.js';
import { openConnection } from '../../src/open-connection.js';
import { sqliteDialect } from '../../src/sqlite-dialect.js';
import { withStatementCache } from '../../src/statement-cache.js';

export interface LoggedDatabase {
  readonly unitOfWork: UnitOfWork;
  readonly connection: Database.Database;
  close(): Promise<void>;
}

/** A new database at the path, of which `tell` hears every statement, those of migrating it apart. */
export const openLoggedDatabase = async (
  path: string,
  tell: (statement: string, parameters: readonly unknown[]) => void,
): Promise<LoggedDatabase> => {
  let isMigrated = false;
  const log = ({ query }: LogEvent): void => {
    if (isMigrated) tell(query.sql, query.parameters);
  };
  const connection = openConnection(path, { readonly: false });
  const writing = new Kysely<Schema>({ dialect: new ImmediateSqliteDialect(connection), log });
  await migrate(writing, sqliteDialect);
  isMigrated = true;
  const reader = withStatementCache(openConnection(path, { readonly: true }));
  const reading = new Kysely<Schema>({ dialect: new SqliteDialect({ database: reader }), log });
  const unitOfWork = createSqlUnitOfWork({
    reading,
    transaction: (work) => writing.transaction().execute(work),
    dialect: sqliteDialect,
  });
  const close = async (): Promise<void> => {
    await reading.destroy();
    await writing.destroy();
  };
  return { unitOfWork, connection, close };
};
