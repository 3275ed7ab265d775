import type { Kysely } from 'kysely';
import { demandReleased, MissingDatabaseError, takeSteps } from '../migrations/migrate.js';
import { migrations } from '../migrations/migrations.js';
import type { Schema } from '../schema.js';
import { type CopiedTable, copiedTableNames, isCounted } from './copied-tables.js';
import { type CopyEnd, DatabaseNotEmptyError, OlderSchemaError } from './copy-end.js';
import { copyTable } from './copy-table.js';

/** Hears of each table that has been copied. */
export type OnCopied = (table: CopiedTable, rows: number) => void;

const demandCurrent = async (db: Kysely<Schema>): Promise<void> => {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === 'migrations')) throw new MissingDatabaseError();
  const reached = demandReleased(await db.selectFrom('migrations').selectAll().execute(), migrations);
  if (reached === 0) throw new MissingDatabaseError();
  if (reached < migrations.length) throw new OlderSchemaError(reached, migrations.length);
};

/** Throws `DatabaseNotEmptyError` for a database that was used before. */
export const demandEmpty = async ({ db }: Pick<CopyEnd, 'db'>): Promise<void> => {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === 'migrations')) return;
  const steps = await db.selectFrom('migrations').select('number').limit(1).execute();
  if (steps.length > 0) throw new DatabaseNotEmptyError();
};

const copyAll = async (source: Kysely<Schema>, target: Kysely<Schema>, from: CopyEnd, to: CopyEnd, onCopied: OnCopied) => {
  for (const table of copiedTableNames) {
    onCopied(table, await copyTable(source, target, to, table));
    if (!isCounted(table)) continue;
    const last = await from.readLastNumber(source, table);
    if (last > 0) await to.setLastNumber(target, table, last);
  }
};

/**
 * Copies everything that the records hold into an empty database, of whichever kind. What is read is one state of the source; what is written becomes visible
 * with its last row or not at all, for it is one transaction, which makes the tables too. Memory holds a few hundred rows.
 *
 * Throws `MissingDatabaseError`, `OlderSchemaError`, `NewerSchemaError` or `DatabaseBusyError` for a source that cannot be copied now, `DatabaseNotEmptyError`
 * for a target that was used before.
 */
export const copyDatabase = async (from: CopyEnd, to: CopyEnd, onCopied: OnCopied): Promise<void> => {
  await from.demandUnused();
  await from.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (source) => {
      await demandCurrent(source);
      await to.db.transaction().execute(async (target) => {
        if ((await takeSteps(target, to.dialect)) > 0) throw new DatabaseNotEmptyError();
        await copyAll(source, target, from, to, onCopied);
        // A server that has come meanwhile may have written what is not in the copy.
        await from.demandUnused();
      });
    });
};
