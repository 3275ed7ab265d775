import { copiedTableNames } from '@svc/persistence-sql';
import type Database from 'better-sqlite3';
import { createHash } from 'node:crypto';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly pk: number;
}

const awkward = `Ünï 🚀 \u{10ffff} '"\\ \t`;
const largeBlobBytes = 65_536;

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

const textOf = (table: string, column: string, at: number): string => `${table}.${column} ${at} ${awkward}`;

const valueOf = (table: string, { name, type, notnull, pk }: Column, at: number): string | number | Buffer | null => {
  if (name === 'sequence') return 1 + 3 * at;
  if (notnull === 0 && pk === 0 && at % 3 === 0) return null;
  switch (type.toUpperCase()) {
    case 'TEXT':
      return textOf(table, name, at);
    case 'BLOB':
      return pk === 0 && at % 400 === 1
        ? Buffer.alloc(largeBlobBytes, hashOf(`${table} ${at}`))
        : hashOf(`${table} ${name} ${at}`);
    default:
      return at % 7 === 1 ? Number.MAX_SAFE_INTEGER - at : at;
  }
};

/** Puts rows into every table, past the service: the largest numbers, texts and bytes of every kind, and nulls wherever they may be. */
export const fillTables = (database: Database.Database, rows: number): void => {
  database.transaction(() => {
    for (const table of copiedTableNames) {
      const columns = database.prepare<[], Column>(`select name, type, "notnull", pk from pragma_table_info('${table}')`).all();
      const references = new Map(
        database
          .prepare<[], { column: string; target: string }>(
            `select "from" as "column", "table" as target from pragma_foreign_key_list('${table}')`,
          )
          .all()
          .map(({ column, target }) => [column, target]),
      );
      const insert = database.prepare(
        `insert into ${table} (${columns.map(({ name }) => `"${name}"`).join(', ')}) values (${columns.map(() => '?').join(', ')})`,
      );
      for (let at = 0; at < rows; at += 1) {
        insert.run(
          columns.map((column) => {
            const target = references.get(column.name);
            if (target === undefined) return valueOf(table, column, at);
            return column.notnull === 0 && column.pk === 0 && at % 3 === 0 ? null : textOf(target, 'id', at);
          }),
        );
      }
    }
  })();
};
