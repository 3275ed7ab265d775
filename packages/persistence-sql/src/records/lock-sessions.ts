import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Schema } from '../schema.js';
import type { SqlSource } from './sql-source.js';

/** Writing a row holds it, on every database, so that what is read next is true until the transaction ends. */
export const lockSessions = (
  { db }: SqlSource,
  which: (sessions: ExpressionBuilder<Schema, 'upload_sessions'>) => Expression<SqlBool>,
) =>
  db
    .updateTable('upload_sessions')
    .set((expression) => ({ kind: expression.ref('kind') }))
    .where(which)
    .returningAll()
    .execute();
