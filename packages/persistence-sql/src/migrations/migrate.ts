import type { Kysely } from 'kysely';
import type { Schema } from '../schema.js';
import type { SqlDialect } from '../sql-dialect.js';
import { migrations } from './migrations.js';

/** The database was written by a later version, which may rely on what this one does not know. */
export class NewerSchemaError extends Error {
  constructor(
    readonly found: number,
    readonly known: number,
  ) {
    super(
      `the database is at step ${found} of its schema, this version knows ${known}: run the version that wrote it, or a later one`,
    );
    this.name = 'NewerSchemaError';
  }
}

/**
 * Brings the schema to `target`, by default to the newest step; only forward, all in one transaction. Safe to run at every start, and in
 * several processes at once. Throws `NewerSchemaError` when the database is ahead of this version.
 */
export const migrate = (db: Kysely<Schema>, dialect: SqlDialect, target: number = migrations.length): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await dialect.lockMigrations(transaction);
    await transaction.schema
      .createTable('migrations')
      .ifNotExists()
      .addColumn('number', 'bigint', (column) => column.primaryKey())
      .addColumn('name', dialect.columnTypes.text, (column) => column.notNull())
      .execute();
    const rows = await transaction.selectFrom('migrations').select('number').execute();
    const reached = Math.max(0, ...rows.map(({ number }) => number));
    if (reached > migrations.length) throw new NewerSchemaError(reached, migrations.length);
    for (const { number, name, statements, fill } of migrations.slice(reached, target)) {
      for (const statement of statements(transaction.schema, dialect)) await transaction.executeQuery(statement);
      await fill?.(transaction, dialect);
      await transaction.insertInto('migrations').values({ number, name }).execute();
    }
  });
