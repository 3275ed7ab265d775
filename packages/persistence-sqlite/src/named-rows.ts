import type Database from 'better-sqlite3';
import type { SqliteStatement } from 'kysely';

type Row = Record<string, unknown>;

/** The statement as Kysely uses it. The driver makes an object of each row more slowly than it gives the row's values alone. */
export const withNamedRows = (statement: Database.Statement<unknown[], unknown[]>): SqliteStatement => {
  const names = statement.reader ? statement.columns().map(({ name }) => name) : [];
  if (statement.reader) statement.raw();
  const nameValues = (values: readonly unknown[]): Row => {
    const row: Row = {};
    for (let index = 0; index < names.length; index += 1) row[names[index] ?? ''] = values[index];
    return row;
  };
  return {
    reader: statement.reader,
    all: (parameters) => statement.all(...parameters).map(nameValues),
    run: (parameters) => statement.run(...parameters),
    *iterate(parameters) {
      for (const values of statement.iterate(...parameters)) yield nameValues(values);
    },
  };
};
