import type { Compilable, Kysely, SchemaModule } from 'kysely';
import type { Schema } from '../schema.js';
import type { SqlDialect } from '../sql-dialect.js';

/** One step forward of the schema. A step that has been released never changes: its hash is in the list of the tests. */
export interface Migration {
  /** Counted from 1 without gaps. */
  readonly number: number;
  readonly name: string;
  /** Executed one after the other, in one transaction with all steps that are due. */
  readonly statements: (schema: SchemaModule, dialect: SqlDialect) => readonly Compilable[];
  /** Executed after them, in the same transaction: what is derived from the rows that are there by more than SQL. */
  readonly fill?: (transaction: Kysely<Schema>, dialect: SqlDialect) => Promise<void>;
}
