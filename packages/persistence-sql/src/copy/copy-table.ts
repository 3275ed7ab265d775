import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../schema.js';
import { type CopiedTable, copiedTables, tablesWithoutKey } from './copied-tables.js';
import type { CopyEnd } from './copy-end.js';

/** Rows that are in memory at a time; with as many columns as there are, their values are fewer than a statement may have. */
const rowsAtOnce = 500;

type Row = Readonly<Record<string, unknown>>;

const refs = (columns: readonly string[]): RawBuilder<unknown> => sql.join(columns.map((column) => sql.ref(column)));

const valuesOf = (row: Row, columns: readonly string[]): RawBuilder<unknown> =>
  sql.join(columns.map((column) => sql.val(row[column])));

/** The table in the order of its key, piece by piece. */
async function* pieces(db: Kysely<Schema>, table: CopiedTable): AsyncGenerator<readonly Row[]> {
  const key = copiedTables[table];
  const hasKey = !tablesWithoutKey.has(table);
  let begin = sql``;
  let end = sql``;
  for (let done = 0; ;) {
    const { rows } = await sql<Row>`
      select * from ${sql.table(table)} ${begin} order by ${refs(key)} limit ${sql.lit(rowsAtOnce)} ${end}`.execute(db);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsAtOnce) return;
    done += rows.length;
    // Of rows that may be equal only their place tells where the next piece begins.
    if (hasKey) begin = sql`where (${refs(key)}) > (${valuesOf(last, key)})`;
    else end = sql`offset ${sql.lit(done)}`;
  }
}

const insertRows = async (
  { keepingNumbers }: CopyEnd,
  db: Kysely<Schema>,
  table: CopiedTable,
  rows: readonly Row[],
): Promise<void> => {
  const columns = Object.keys(rows[0] ?? {});
  const values = rows.map((row) => sql`(${valuesOf(row, columns)})`);
  await sql`insert into ${sql.table(table)} (${refs(columns)}) ${keepingNumbers} values ${sql.join(values)}`.execute(db);
};

/** Copies the rows of a table, and answers how many there were. */
export const copyTable = async (
  source: Kysely<Schema>,
  target: Kysely<Schema>,
  to: CopyEnd,
  table: CopiedTable,
): Promise<number> => {
  let copied = 0;
  for await (const rows of pieces(source, table)) {
    await insertRows(to, target, table, rows);
    copied += rows.length;
  }
  return copied;
};
