import type { SqlDialect } from '@svc/persistence-sql';
import { sql } from 'kysely';
import { classifyError } from './classify-error.js';

export const sqliteDialect: SqlDialect = {
  columnTypes: {
    // SQLite compares text by its bytes unless it is told otherwise.
    text: sql`text`,
    binary: sql`blob`,
    sequence: sql`integer primary key autoincrement`,
  },
  clustered: (table) => table.modifyEnd(sql`without rowid`),
  oidRows: (parameter) =>
    sql<{ position: number; oid: Uint8Array }>`(select key as position, unhex(value) as oid from json_each(${parameter}))`,
  pairs: (first, second) => sql<string>`json_group_array(json_array(${sql.ref(first)}, ${sql.ref(second)}))`,
  oidsParameter: (oids) => JSON.stringify(oids),
  // The transaction began as a writing one, and nobody else has the file open.
  holdMigrations: () => Promise.resolve(),
  classify: classifyError,
};
