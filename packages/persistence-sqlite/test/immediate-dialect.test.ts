import { join } from 'node:path';
import type { Schema } from '@svc/persistence-sql';
import { expect } from 'chai';
import { Kysely, sql } from 'kysely';
import { ImmediateSqliteDialect } from '../src/immediate-dialect.js';
import { openConnection } from '../src/open-connection.js';
import { makeTemporaryFolder, type TemporaryFolder } from './temporary-folder.js';

describe('transactions of SQLite', () => {
  let folder: TemporaryFolder;
  beforeEach(async () => (folder = await makeTemporaryFolder()));
  afterEach(() => folder.remove());

  const open = () => {
    const database = openConnection(join(folder.path, 'svc.db'), { readonly: false });
    return { database, db: new Kysely<Schema>({ dialect: new ImmediateSqliteDialect(database) }) };
  };

  it('begin as writers, so none is refused half-way', async () => {
    const { db } = open();
    await sql`create table t (a)`.execute(db);
    const other = openConnection(join(folder.path, 'svc.db'), { readonly: false });
    other.pragma('busy_timeout = 0');
    await db.transaction().execute(async () => {
      expect(() => other.exec('begin immediate')).to.throw('database is locked');
    });
    other.exec('begin immediate');
    other.close();
    await db.destroy();
  });

  it('report a full disk as what it is, and the next one works', async () => {
    const { database, db } = open();
    await sql`create table t (a)`.execute(db);
    database.pragma('max_page_count = 10');
    const [outcome] = await Promise.allSettled([
      db.transaction().execute(async (transaction) => {
        await sql`insert into t (a) values (1)`.execute(transaction);
        await sql`insert into t (a) values (zeroblob(1000000))`.execute(transaction);
      }),
    ]);
    expect(outcome).to.have.nested.property('reason.code', 'SQLITE_FULL');
    expect(database.inTransaction).to.equal(false);
    await db.transaction().execute((transaction) => sql`insert into t (a) values (2)`.execute(transaction));
    const { rows } = await sql<{ a: number }>`select a from t`.execute(db);
    expect(rows).to.deep.equal([{ a: 2 }]);
    await db.destroy();
  });
});
