import { type RawBuilder, sql } from 'kysely';
import type { SqlDialect } from './sql-dialect.js';

/** Another random id for each row, made by the database: it tells nothing of other rows, as a number that is counted up would. */
export const newId = ({ newId: expression }: SqlDialect): RawBuilder<string> => sql<string>`${sql.raw(expression)}`;
