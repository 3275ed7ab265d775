import { openPostgresCopyEnd, openPostgresDatabase, openRateLimitStore } from '@svc/persistence-postgres';
import { newDatabase, type TestDatabase } from '@svc/test-services/postgres';
import { expect } from 'chai';
import { ok } from 'neverthrow';
import { setTimeout } from 'node:timers/promises';
import { openPools } from '../src/pools.js';
import { connectOutside } from './rigs/outside.js';
import { type PgBouncer, startPgBouncer } from './rigs/pgbouncer.js';

describe('a pooler of sessions before PostgreSQL', () => {
  let database: TestDatabase;
  let pooler: PgBouncer;
  before(async () => {
    database = await newDatabase();
    pooler = await startPgBouncer(database.url, 'session');
  });
  after(async () => {
    await pooler.stop();
    await database.drop();
  });

  it('needs no settings, and those of the connections count behind it', async () => {
    const pools = openPools({ url: pooler.url, laneWaitMs: 1000 });
    const { rows } = await pools.open.query<{ name: string; setting: string }>('select name, setting from pg_settings');
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).to.include({
      statement_timeout: '60000',
      lock_timeout: '5000',
      idle_in_transaction_session_timeout: '10000',
      enable_seqscan: 'off',
      idle_session_timeout: '90000',
    });
    await pools.close();
    const counting = openRateLimitStore({ url: pooler.url });
    const answer = await counting.client.query({ text: `select current_setting('statement_timeout') as limit` });
    expect(answer.rows).to.deep.equal([{ limit: '1s' }]);
    await counting.close();
  });

  it('is served by one process after another', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { unitOfWork, close } = await openPostgresDatabase({ url: pooler.url });
      expect(await unitOfWork.read(({ users }) => users.findByVerifiedEmail('none'))).to.deep.equal(ok(undefined));
      expect(await unitOfWork.check()).to.deep.equal(ok(undefined));
      expect(await unitOfWork.isAlone(), 'the pooler may give its sessions to others').to.deep.equal(ok(false));
      await close();
    }
  });

  it('does not make a statement that takes its time look like one that nobody is at work on', async () => {
    const { unitOfWork, close } = await openPostgresDatabase({ url: pooler.url, lockTimeoutMs: 20_000 });
    const outside = await connectOutside(database.url);
    await outside.query('begin');
    await outside.query('lock table users in access exclusive mode');
    const reading = unitOfWork.read(({ users }) => users.findByVerifiedEmail('none'));
    await setTimeout(5000);
    await outside.query('rollback');
    expect(await reading).to.deep.equal(ok(undefined));
    await outside.close();
    await close();
  });
});

describe('a pooler before PostgreSQL that lends its connections for less than a session', () => {
  let database: TestDatabase;
  before(async () => (database = await newDatabase()));
  after(() => database.drop());

  it('is refused before anything is written', async () => {
    const pooler = await startPgBouncer(database.url, 'transaction');
    for (const open of [openPostgresDatabase, openPostgresCopyEnd]) {
      const [outcome] = await Promise.allSettled([open({ url: pooler.url })]);
      expect(outcome).to.have.nested.property('reason.name', 'UnsupportedPoolerError');
      expect(outcome).to.have.nested.property('reason.message').that.contains('pool_mode = session');
    }
    await pooler.stop();
    const outside = await connectOutside(database.url);
    expect(await outside.count(`select count(*) from information_schema.tables where table_schema = 'public'`)).to.equal(0);
    await outside.close();
  });

  it('is refused by what the pooler itself says where that lends them for a statement', async () => {
    const pooler = await startPgBouncer(database.url, 'statement');
    const [outcome] = await Promise.allSettled([openPostgresDatabase({ url: pooler.url })]);
    expect(outcome).to.have.nested.property('reason.message').that.contains('statement pooling mode');
    await pooler.stop();
  });
});
