import { copiedTableNames, copiedTables, isCounted, tablesWithoutKey } from '@svc/persistence-sql';
import { openSqliteDatabase } from '@svc/persistence-sqlite';
import type Database from 'better-sqlite3';
import { expect } from 'chai';
import { join } from 'node:path';
import { makeTemporaryFolder, type TemporaryFolder } from './temporary-folder.js';
import { Sqlite } from '../src/driver.js';

interface Column {
  readonly name: string;
  /** Its place in the primary key, from 1; 0 for none. */
  readonly pk: number;
}

describe('the tables that are copied', () => {
  let folder: TemporaryFolder;
  let database: Database.Database;
  before(async () => {
    folder = await makeTemporaryFolder();
    const path = join(folder.path, 'svc.db');
    await (await openSqliteDatabase({ path })).close();
    database = new Sqlite(path, { readonly: true });
  });
  after(async () => {
    database.close();
    await folder.remove();
  });

  const namesOf = (query: string): readonly string[] => database.prepare<[], string>(query).pluck().all();

  it('are all that there are, but for the list of steps', () => {
    const there = namesOf(`select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'`);
    expect([...copiedTableNames, 'migrations']).to.have.members(there);
  });

  for (const table of copiedTableNames) {
    it(`read ${table} by its primary key, and have before it what it refers to`, () => {
      const columns = database.prepare<[], Column>(`select name, pk from pragma_table_info('${table}')`).all();
      const key = columns.filter(({ pk }) => pk > 0).toSorted((left, right) => left.pk - right.pk);
      const expected = tablesWithoutKey.has(table) ? columns : key;
      expect(copiedTables[table]).to.deep.equal(expected.map(({ name }) => name));
      expect(key).to.have.lengthOf.at.least(tablesWithoutKey.has(table) ? 0 : 1);
      const before: readonly string[] = copiedTableNames.slice(0, copiedTableNames.indexOf(table));
      expect(before).to.include.members([...namesOf(`select "table" from pragma_foreign_key_list('${table}')`)]);
      const [made = ''] = namesOf(`select sql from sqlite_master where name = '${table}'`);
      expect(isCounted(table)).to.equal(/autoincrement/i.test(made));
    });
  }
});
