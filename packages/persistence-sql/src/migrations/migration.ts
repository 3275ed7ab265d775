import type { Compilable, SchemaModule } from 'kysely';
import type { SqlDialect } from '../sql-dialect.js';

/** One step forward of the schema. A step that has been released never changes: its hash is in the list of the tests. */
export interface Migration {
  /** Counted from 1 without gaps. */
  readonly number: number;
  /** A database knows the step by it, so no other step ever has it. */
  readonly name: string;
  /** Executed one after the other, in one transaction with all steps that are due. */
  readonly statements: (schema: SchemaModule, dialect: SqlDialect) => readonly Compilable[];
}
