import type { SqlDialect } from '@svc/persistence-sql';
import { sql, type SqlBool } from 'kysely';
import { classifyError } from './classify-error.js';

export const sqliteDialect: SqlDialect = {
  columnTypes: {
    // SQLite compares text by its bytes unless it is told otherwise.
    text: sql`text`,
    binary: sql`blob`,
    sequence: sql`integer primary key autoincrement`,
  },
  newId: `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`,
  clustered: (table) => table.modifyEnd(sql`without rowid`),
  hashRows: (parameter) =>
    sql<{ position: number; hash: Uint8Array }>`(select key as position, unhex(value) as hash from json_each(${parameter}))`,
  hashesParameter: (hashes) => JSON.stringify(hashes),
  numberRows: (parameter) => sql<{ number: number }>`(select value as number from json_each(${parameter}))`,
  numbersParameter: (numbers) => JSON.stringify(numbers),
  givenRows: (parameter, columns) => {
    const values = Object.entries(columns).map(([name, type], index) => {
      const value = sql`value ->> ${sql.lit(index)}`;
      return sql`${type === 'hash' ? sql`unhex(${value})` : value} as ${sql.ref(name)}`;
    });
    return sql`(select ${sql.join(values)} from json_each(${parameter}))`;
  },
  rowsParameter: (rows) => JSON.stringify(rows),
  jsonRows: (...columns) => sql<string>`json_group_array(json_array(${sql.join(columns.map((column) => sql.ref(column)))}))`,
  joinedNumbers: (...numbers) => sql<string | null>`group_concat(${sql.join(numbers, sql` || ',' || `)})`,
  unlikely: (condition) => sql<SqlBool>`unlikely(${condition})`,
  joinedBytes: (column, added) => sql<Uint8Array>`cast(${sql.ref(column)} || ${sql.ref(added)} as blob)`,
  pathKey: undefined,
  // Who writes has the database to itself.
  sharingFree: sql``,
  // The transaction began as a writing one, and nobody else has the file open.
  lockMigrations: () => Promise.resolve(),
  classify: classifyError,
};
