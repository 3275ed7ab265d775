import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { inWindows, rowsPerWindow } from '../in-windows.js';
import type { Schema } from '../schema.js';
import type { SqlSource } from './sql-source.js';

/** Rows of owners, of which one may have very many, and the column behind that of the owner in their key. */
export interface KeyedRows {
  readonly table: keyof Schema;
  /** `repository_id` when absent. */
  readonly owner?: 'repository_id' | 'session_id';
  readonly place: 'id' | 'name' | 'oid' | 'path';
}

type Windows = Parameters<typeof inWindows<unknown>>;

const isBetween = (
  { table, owner: ownerColumn = 'repository_id', place }: KeyedRows,
  owner: string,
  after: unknown,
  upTo?: unknown,
): RawBuilder<SqlBool> => {
  const column = sql.ref(`${table}.${place}`);
  const begin = after === undefined ? sql`` : sql` and ${column} > ${after}`;
  const end = upTo === undefined ? sql`` : sql` and ${column} <= ${upTo}`;
  return sql<SqlBool>`(${sql.ref(`${table}.${ownerColumn}`)} = ${owner}${begin}${end})`;
};

const look = (
  { db }: Pick<SqlSource, 'db'>,
  rows: KeyedRows,
  owner: string,
  first: unknown,
  lookAt: Windows[2],
): Promise<void> => {
  const column = sql.ref(`${rows.table}.${rows.place}`);
  const findEnd: Windows[1] = async (after) => {
    const found = await sql<{ readonly place: unknown }>`
      select ${column} as place from ${sql.table(rows.table)} where ${isBetween(rows, owner, after)}
      order by ${column} limit 1 offset ${sql.lit(rowsPerWindow - 1)}`.execute(db);
    return found.rows[0]?.place;
  };
  return inWindows(first, findEnd, lookAt);
};

/** Looks through all rows of an owner in the order of their places, window by window. `act` is given the condition of those of its window. */
export const inWindowsOf = (
  source: Pick<SqlSource, 'db'>,
  rows: KeyedRows,
  owner: string,
  act: (isInWindow: RawBuilder<SqlBool>) => Promise<void>,
): Promise<void> =>
  look(source, rows, owner, undefined, async ({ after, upTo }) => {
    await act(isBetween(rows, owner, after, upTo));
    return 'go_on';
  });

/** The first rows behind a place that are such as nearly none may be: `find` answers those of a window, in the order of their places, at most so many. */
export const firstInWindows = async <Row>(
  source: Pick<SqlSource, 'db'>,
  rows: KeyedRows,
  owner: string,
  { after: first, limit }: { readonly after: unknown; readonly limit: number },
  find: (isInWindow: RawBuilder<SqlBool>, most: number) => Promise<readonly Row[]>,
): Promise<readonly Row[]> => {
  const found: Row[] = [];
  await look(source, rows, owner, first, async ({ after, upTo }) => {
    found.push(...(await find(isBetween(rows, owner, after, upTo), limit - found.length)));
    return found.length === limit ? 'enough' : 'go_on';
  });
  return found;
};
