import type Database from 'better-sqlite3';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { withNamedRows } from './named-rows.js';

/** More than the service has different statements; the bound is for those whose text depends on how many rows they write. */
const maxStatements = 500;

/**
 * The database as Kysely uses it, with each statement prepared once: preparing takes longer than running a look-up. Statements are kept by their
 * text, which holds no values.
 */
export const withStatementCache = (database: Database.Database): SqliteDatabase => {
  const statements = new Map<string, SqliteStatement>();
  return {
    prepare: (text) => {
      const known = statements.get(text);
      if (known !== undefined) return known;
      const statement = withNamedRows(database.prepare<unknown[], unknown[]>(text));
      if (statements.size >= maxStatements) statements.clear();
      statements.set(text, statement);
      return statement;
    },
    close: () => {
      statements.clear();
      database.close();
    },
  };
};
