import { type Expression, sql } from 'kysely';

/** A query of the last of some rows by a column of theirs: PostgreSQL has no maximum of bytes before release 18. */
export const lastOf = <Value>(rows: Expression<unknown>, column: string) => {
  const place = sql.ref(`first.${column}`);
  return sql<{ readonly last: Value }>`select ${place} as last from ${rows} as first order by ${place} desc limit 1`;
};
