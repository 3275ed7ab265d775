import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createDirectQueries } from '@svc/persistence-sql';
import { expect } from 'chai';
import { sql, SqliteDriver } from 'kysely';
import { ImmediateSqliteDialect } from '../src/immediate-dialect.js';
import { createImmediateTransactions } from '../src/immediate-transactions.js';
import { openConnection } from '../src/open-connection.js';
import { withStatementCache } from '../src/statement-cache.js';
import { makeTemporaryFolder, type TemporaryFolder } from './temporary-folder.js';

describe('the transactions of the records on SQLite', () => {
  let folder: TemporaryFolder;
  beforeEach(async () => (folder = await makeTemporaryFolder()));
  afterEach(() => folder.remove());

  const connect = () => openConnection(join(folder.path, 'svc.db'), { readonly: false });

  const open = async () => {
    const database = connect();
    database.exec('create table t (a)');
    const driver = new SqliteDriver({ database: withStatementCache(database) });
    await driver.init();
    const queries = createDirectQueries(new ImmediateSqliteDialect(database));
    return { database, ...createImmediateTransactions(database, await driver.acquireConnection(), queries) };
  };

  it('begin as writers, so none is refused half-way', async () => {
    const { database, run } = await open();
    const other = connect();
    other.pragma('busy_timeout = 0');
    await run(async () => {
      expect(() => other.exec('begin immediate')).to.throw('database is locked');
    });
    other.exec('begin immediate');
    other.close();
    database.close();
  });

  it('run one after the other, in the order in which they were begun', async () => {
    const { database, run, idle } = await open();
    const seen: string[] = [];
    for (const name of ['a', 'b', 'c']) {
      void run(async (db) => {
        seen.push(`${name} begins`);
        await sql`insert into t (a) values (${name})`.execute(db);
        await setTimeout(1);
        seen.push(`${name} ends`);
      });
    }
    await idle();
    expect(seen).to.deep.equal(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
    database.close();
  });

  it('leave nothing of one that throws, and the next one works', async () => {
    const { database, run } = await open();
    const broken = new Error('on purpose');
    const failed = run(async (db) => {
      await sql`insert into t (a) values (1)`.execute(db);
      throw broken;
    });
    expect(await failed.catch((error: unknown) => error)).to.equal(broken);
    await run((db) => sql`insert into t (a) values (2)`.execute(db));
    expect(database.prepare('select a from t').all()).to.deep.equal([{ a: 2 }]);
    database.close();
  });

  it('report a full disk as what it is, and the next one works', async () => {
    const { database, run } = await open();
    database.pragma('max_page_count = 10');
    const [outcome] = await Promise.allSettled([
      run(async (db) => {
        await sql`insert into t (a) values (1)`.execute(db);
        await sql`insert into t (a) values (zeroblob(1000000))`.execute(db);
      }),
    ]);
    expect(outcome).to.have.nested.property('reason.code', 'SQLITE_FULL');
    expect(database.inTransaction).to.equal(false);
    await run((db) => sql`insert into t (a) values (2)`.execute(db));
    expect(database.prepare('select a from t').all()).to.deep.equal([{ a: 2 }]);
    database.close();
  });
});
