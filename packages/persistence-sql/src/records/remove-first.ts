import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Schema } from '../schema.js';
import { lastOf } from './last-of.js';
import type { SqlSource } from './sql-source.js';

/** Rows of one owner, and columns without nulls that come next to the owner's in an index. */
export interface OwnedRows {
  readonly table: keyof Schema;
  readonly owner: string;
  /** More than one where very many rows may have the same first one. */
  readonly place: readonly [string, ...string[]];
}

/** Removes as many as that, and those that have the same place as the last one; answers how many. */
export const removeFirst = async ({ db }: SqlSource, rows: OwnedRows, owner: string | number, limit: number): Promise<number> => {
  const [column, ...more] = rows.place.map((name) => sql.ref(name));
  const [table, place] = [sql.table(rows.table), sql.join([column, ...more])];
  const ofOwner = sql`${sql.ref(rows.owner)} = ${owner}`;
  const first = sql`(select ${place} from ${table} where ${ofOwner} order by ${place} limit ${limit})`;
  // Up to the last one they are a range of the index; of several columns SQLite bounds it by the first of them alone.
  const isFirst = more.length === 0 ? sql`${place} <= (${lastOf(first, rows.place[0])})` : sql`(${place}) in ${first}`;
  const { numAffectedRows = 0n } = await sql`delete from ${table} where ${ofOwner} and ${isFirst}`.execute(db);
  return Number(numAffectedRows);
};

/** Rows that are removed in a few milliseconds. */
export const rowsPerSlice = 500;

/**
 * Removes all rows of an owner, of which there may be hundreds of thousands: also those that a reference would have removed by one statement. Between two
 * slices everything else has its turn.
 */
export const removeInSlices = async (source: SqlSource, rows: OwnedRows, owner: string): Promise<void> => {
  while ((await removeFirst(source, rows, owner, rowsPerSlice)) >= rowsPerSlice) await setImmediate();
};
