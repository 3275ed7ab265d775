import type { Kysely } from 'kysely';
import type { Schema } from '../schema.js';
import type { SqlDialect } from '../sql-dialect.js';
import type { Migration } from './migration.js';
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

/** The database was made by steps of the schema that no release has: it can be neither read nor brought up to date. */
export class UnreleasedSchemaError extends Error {
  constructor(readonly step: string) {
    super(
      `the database was made by an unreleased version of the service (step "${step}" of its schema is in no release) and was left as it is: start with a new, empty database, or go on with the version that made this one`,
    );
    this.name = 'UnreleasedSchemaError';
  }
}

/** There is no database of the service where one has to be. */
export class MissingDatabaseError extends Error {
  constructor() {
    super('there is no database of the service yet');
    this.name = 'MissingDatabaseError';
  }
}

/** How many of the steps the database has taken. */
export const demandReleased = (taken: readonly Pick<Migration, 'number' | 'name'>[], steps: readonly Migration[]): number => {
  for (const [index, { name }] of steps.entries()) {
    const found = taken.find(({ number }) => number === index + 1);
    if (found !== undefined && found.name !== name) throw new UnreleasedSchemaError(found.name);
  }
  const reached = Math.max(0, ...taken.map(({ number }) => number));
  if (reached > steps.length) throw new NewerSchemaError(reached, steps.length);
  return reached;
};

/** Steps that the database has taken; none where it has nothing of the service. Makes the list of them where it is missing. */
const readSteps = async (transaction: Kysely<Schema>, dialect: SqlDialect) => {
  await transaction.schema
    .createTable('migrations')
    .ifNotExists()
    .addColumn('number', 'bigint', (column) => column.primaryKey())
    .addColumn('name', dialect.columnTypes.text, (column) => column.notNull())
    .execute();
  return transaction.selectFrom('migrations').selectAll().execute();
};

/** Takes the steps that are missing, in the transaction that is given. Answers how many the database had taken before; throws as `migrate` does. */
export const takeSteps = async (
  transaction: Kysely<Schema>,
  dialect: SqlDialect,
  steps: readonly Migration[] = migrations,
): Promise<number> => {
  await dialect.lockMigrations(transaction);
  const reached = demandReleased(await readSteps(transaction, dialect), steps);
  for (const { number, name, statements } of steps.slice(reached)) {
    for (const statement of statements(transaction.schema, dialect)) await transaction.executeQuery(statement);
    await transaction.insertInto('migrations').values({ number, name }).execute();
  }
  return reached;
};

/**
 * Brings the schema to the last of `steps`, by default to the newest of this version; only forward, all in one transaction. Safe to run at every start, and
 * in several processes at once. Throws `NewerSchemaError` when the database is ahead of this version, `UnreleasedSchemaError` when its steps are others,
 * `MissingDatabaseError` when it has taken none and `mustExist`, and leaves it as it is.
 */
export const migrate = (
  db: Kysely<Schema>,
  dialect: SqlDialect,
  steps: readonly Migration[] = migrations,
  { mustExist = false }: { readonly mustExist?: boolean | undefined } = {},
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const reached = await takeSteps(transaction, dialect, steps);
    if (mustExist && reached === 0) throw new MissingDatabaseError();
  });
