import type { Kysely } from 'kysely';
import type { LookUps } from '../look-ups.js';
import type { Schema } from '../schema.js';
import type { SqlDialect } from '../sql-dialect.js';

/** Where records come from and go to: a transaction, or, for queries alone, a connection. */
export interface SqlSource {
  readonly db: Kysely<Schema>;
  readonly dialect: SqlDialect;
  readonly lookUps: LookUps;
}
