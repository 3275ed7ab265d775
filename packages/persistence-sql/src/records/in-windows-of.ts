import type { RepositoryId } from '@svc/core/model';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { inWindows, rowsPerWindow } from '../in-windows.js';
import type { Schema } from '../schema.js';
import type { SqlSource } from './sql-source.js';

/** Rows of repositories, of which one may have very many, and the column behind `repository_id` in their key. */
export interface KeyedRows {
  readonly table: keyof Schema;
  readonly place: 'name' | 'oid' | 'path';
}

/** Of a query that has these rows: those of the repository that lie in the window. */
export type IsInWindow = (rows: KeyedRows) => RawBuilder<SqlBool>;

/** Looks through a repository's rows in the order of their places, window by window. */
export const inWindowsOf = async (
  { db }: Pick<SqlSource, 'db'>,
  rows: KeyedRows,
  repositoryId: RepositoryId,
  look: (isInWindow: IsInWindow) => Promise<void>,
): Promise<void> => {
  const between =
    (after: unknown, upTo: unknown): IsInWindow =>
    ({ table, place }) => {
      const column = sql.ref(`${table}.${place}`);
      const begin = after === undefined ? sql`` : sql` and ${column} > ${after}`;
      const end = upTo === undefined ? sql`` : sql` and ${column} <= ${upTo}`;
      return sql<SqlBool>`(${sql.ref(`${table}.repository_id`)} = ${repositoryId}${begin}${end})`;
    };
  const column = sql.ref(`${rows.table}.${rows.place}`);
  const findEnd = async (after: unknown): Promise<unknown> => {
    const found = await sql<{ readonly place: unknown }>`
      select ${column} as place from ${sql.table(rows.table)} where ${between(after, undefined)(rows)}
      order by ${column} limit 1 offset ${sql.lit(rowsPerWindow - 1)}`.execute(db);
    return found.rows[0]?.place;
  };
  await inWindows<unknown>(undefined, findEnd, async ({ after, upTo }) => {
    await look(between(after, upTo));
    return 'go_on';
  });
};
