import { unavailable } from '@svc/core/model';
import { openPostgresDatabase, openRateLimitStore } from '@svc/persistence-postgres';
import { newDatabase } from '@svc/test-services/postgres';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { ok, type Result } from 'neverthrow';
import { inspect } from 'node:util';
import { openPools } from '../src/pools.js';
import { connectOutside } from './rigs/outside.js';

describe('the connections to PostgreSQL', () => {
  it('have a limit for everything that could take for ever, and plans by indexes', async () => {
    const database = await newDatabase();
    const pools = openPools({
      url: database.url,
      laneWaitMs: 1000,
      statementTimeoutMs: 4321,
      lockTimeoutMs: 3210,
      idleInTransactionTimeoutMs: 2109,
    });
    const settings = async (pool: typeof pools.open): Promise<Readonly<Record<string, string>>> => {
      const { rows } = await pool.query<{ name: string; setting: string }>('select name, setting from pg_settings');
      return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
    };
    for (const pool of [pools.open, pools.lanes]) {
      expect(await settings(pool)).to.include({
        statement_timeout: '4321',
        lock_timeout: '3210',
        idle_in_transaction_session_timeout: '2109',
        enable_seqscan: 'off',
        jit: 'off',
        application_name: 'svc',
        idle_session_timeout: '90000',
        tcp_keepalives_idle: '5',
        tcp_keepalives_interval: '2',
        tcp_keepalives_count: '3',
        tcp_user_timeout: '10000',
      });
    }
    expect(await settings(pools.control)).to.include({ statement_timeout: '1000' });
    await pools.close();
    await database.drop();
  });

  it('keep their settings beside the options that the URL has', async () => {
    const database = await newDatabase();
    const url = `${database.url}?options=-c%20search_path%3Dmine%20-c%20jit%3Don`;
    const pools = openPools({ url, laneWaitMs: 1000 });
    const { rows } = await pools.open.query<{ setting: string }>(`
      select setting from pg_settings where name in ('enable_seqscan', 'idle_session_timeout', 'jit', 'search_path') order by name`);
    expect(rows.map(({ setting }) => setting)).to.deep.equal(['off', '90000', 'on', 'mine']);
    await pools.close();
    await database.drop();
  });

  it('read every text alike and see what was committed, whatever the database has been told', async () => {
    const database = await newDatabase();
    const outside = await connectOutside(database.url);
    for (const told of ['standard_conforming_strings = off', `default_transaction_isolation = 'serializable'`]) {
      await outside.query(
        `do $$ begin execute format('alter database %I set ', current_database()) || $told$${told}$told$; end $$`,
      );
    }
    await outside.close();
    const pools = openPools({ url: database.url, laneWaitMs: 1000 });
    const { rows } = await pools.open.query<{ strings: string; isolation: string }>(
      `select current_setting('standard_conforming_strings') as strings, current_setting('transaction_isolation') as isolation`,
    );
    expect(rows).to.deep.equal([{ strings: 'on', isolation: 'read committed' }]);
    await pools.close();
    await database.drop();
  });

  it('are unavailable to what is asked after they were closed, as a server that ends may have left something at work', async () => {
    const database = await newDatabase();
    const { unitOfWork, close } = await openPostgresDatabase({ url: database.url });
    await close();
    const asked = [
      unitOfWork.read(({ users }) => users.findByVerifiedEmail('ada@example.org')),
      unitOfWork.transact(async ({ users }): Promise<Result<unknown, never>> =>
        ok(await users.findByVerifiedEmail('ada@example.org')),
      ),
    ];
    for (const answer of asked) expect((await answer)._unsafeUnwrapErr()).to.deep.equal(unavailable('database'));
    await database.drop();
  });

  it('are counted, and each use says how long it has waited for one', async () => {
    const database = await newDatabase();
    const waits: number[] = [];
    const texts: string[] = [];
    const opened = await openPostgresDatabase({
      url: database.url,
      poolSize: 2,
      onConnection: (waitedMs) => waits.push(waitedMs),
      onStatement: (text) => texts.push(text),
    });
    const { unitOfWork } = opened;
    const before = waits.length;
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const holding = ['first', 'second'].map((email) =>
      unitOfWork.transact(async ({ users }): Promise<Result<undefined, never>> => {
        await users.findByVerifiedEmail(email);
        await released;
        return ok(undefined);
      }),
    );
    await waitUntil('both connections are held', () => waits.length - before === 2);
    const reads = Array.from({ length: 6 }, () => unitOfWork.read(({ users }) => users.findByVerifiedEmail('none')));
    await waitUntil('six wait', () => opened.connections().waiting === 6);
    release();
    expect(await Promise.all([...holding, ...reads])).to.deep.equal(Array.from({ length: 8 }, () => ok(undefined)));
    expect(waits.length - before).to.equal(8);
    expect(waits.every((waitedMs) => waitedMs >= 0)).to.equal(true);
    expect(texts.filter((text) => text.includes('from "users"'))).to.have.length(8);
    expect(opened.connections()).to.deep.include({ waiting: 0 });
    expect(opened.connections().size).to.be.within(1, 2);
    await opened.close();
    await database.drop();
  });

  it('tell that nobody else uses the database, also beside a count of requests, until somebody does', async () => {
    const database = await newDatabase();
    const first = await openPostgresDatabase({ url: database.url });
    const counting = openRateLimitStore({ url: `${database.url}?application_name=mine&options=-c%20jit%3Doff` });
    await counting.client.query({ text: 'select 1' });
    // More than one connection.
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => first.unitOfWork.read(({ users }) => users.findByVerifiedEmail('none'))),
    );
    expect(answers).to.deep.equal(answers.map(() => ok(undefined)));
    expect(await first.unitOfWork.isAlone()).to.deep.equal(ok(true));
    const second = await openPostgresDatabase({ url: database.url });
    expect(await first.unitOfWork.isAlone()).to.deep.equal(ok(false));
    expect(await second.unitOfWork.isAlone()).to.deep.equal(ok(false));
    await first.close();
    await waitUntil('the first one has gone', async () => (await second.unitOfWork.isAlone()).unwrapOr(false));
    await Promise.all([second.close(), counting.close()]);
    await database.drop();
  });

  it('do not tell the password when they cannot be made', async () => {
    for (const url of ['postgres://svc:s3cret@[bad/db', 'postgres://svc:s3cret@127.0.0.1:1/db']) {
      const [outcome] = await Promise.allSettled([openPostgresDatabase({ url })]);
      expect(outcome.status).to.equal('rejected');
      expect(inspect(outcome, { depth: 10, showHidden: true })).not.to.contain('s3cret');
    }
  });
});
