import type { Expression, Kysely } from 'kysely';
import type { Schema } from '../schema.js';

/**
 * A statement that has `rows` as the table `given`, made once. For an update by them: joined as a subquery, SQLite goes through all rows of the updated table
 * that the other conditions leave, and through what was given for each. With the condition that the key is in `given` too, it looks each up by the key.
 */
export const withGiven = <Row extends Record<string, unknown>>(db: Kysely<Schema>, rows: Expression<Row>) =>
  db.with(
    (table) => table('given').materialized(),
    () => rows,
  );
