import { createSeededRandom } from '@svc/conformance';
import type { User } from '@svc/core';
import {
  contended,
  type OrganizationId,
  type RepositoryId,
  trusted,
  type TreePath,
  type UploadSessionId,
  type UserId,
} from '@svc/core/model';
import {
  openPostgresDatabase,
  type PostgresDatabase,
  type PostgresDatabaseOptions,
  type UnavailableReason,
} from '@svc/persistence-postgres';
import { newDatabase, type PostgresCluster, startPostgresCluster, type TestDatabase } from '@svc/test-services/postgres';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { randomInt, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { ok, type Result } from 'neverthrow';
import { join } from 'node:path';
import { connectOutside, type Outside } from './rigs/outside.js';
import { startPostgresProxy } from './rigs/proxy.js';
import { createService, somebody } from './rigs/service.js';

const unavailable = { kind: 'unavailable', part: 'database', retryAfterSeconds: 1 };

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const idleInTransaction = `select count(*) from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`;

const aUser = (): User => ({
  id: trusted<UserId>(randomUUID()),
  email: undefined,
  emailVerified: false,
  name: 'Ada',
  status: 'ACTIVE',
  createdAt: 0,
});

const addUser = ({ unitOfWork }: PostgresDatabase) =>
  unitOfWork.transact(async ({ users }): Promise<Result<boolean, never>> => ok(await users.add(aUser())));

const findUser = ({ unitOfWork }: PostgresDatabase) => unitOfWork.read(({ users }) => users.find(aUser().id));

describe('PostgreSQL that fails', () => {
  let database: TestDatabase;
  let outside: Outside;
  const opened: PostgresDatabase[] = [];
  beforeEach(async () => {
    database = await newDatabase();
    outside = await connectOutside(database.url);
  });
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close();
    await outside.close();
    await database.drop();
  });

  const open = async (options: Partial<PostgresDatabaseOptions> = {}): Promise<PostgresDatabase> => {
    const each = await openPostgresDatabase({ url: database.url, ...options });
    opened.push(each);
    return each;
  };

  const seed = randomInt(1, 2 ** 31);
  it(`whose sessions are ended at random does nothing twice, and each transaction is done or unavailable (seed ${seed})`, async () => {
    const random = createSeededRandom(seed);
    const each = await open();
    const { push } = await somebody(createService(each.unitOfWork, each.clock));
    const { organizationId, repositoryId } = push.repository;
    let ended = 0;
    const terminateOne = async (): Promise<void> => {
      const victims = await outside.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      );
      if (victims.length === 0) return;
      await outside.query('select pg_terminate_backend($1)', [random.pick(victims).pid]);
      ended += 1;
    };
    const entries = Array.from({ length: 500 }, () => trusted<UploadSessionId>(randomUUID()));
    const done: UploadSessionId[] = [];
    const charge = async (sessionId: UploadSessionId): Promise<void> => {
      const outcome = await each.unitOfWork.transact(async ({ usage }): Promise<Result<void, never>> => {
        await usage.charge({
          organizationId,
          repositoryId,
          sessionId,
          storageMode: 'managed',
          reason: 'upload_session.finalized',
          bytes: 1,
          objects: 1,
          at: 0,
        });
        return ok(undefined);
      });
      if (outcome.isOk()) done.push(sessionId);
      else expect(outcome.error).to.deep.equal(unavailable);
    };
    const left = [...entries];
    const work = async (): Promise<void> => {
      for (let entry = left.pop(); entry !== undefined; entry = left.pop()) {
        // While others, and mostly this one too, are in the middle of something.
        const ending = random.integer(4) === 0 ? wait(random.integer(5)).then(terminateOne) : undefined;
        await charge(entry);
        await ending;
      }
    };
    await Promise.all(Array.from({ length: 8 }, work));
    expect(ended, 'sessions ended').to.be.greaterThan(50);

    const rows = await outside.query<{ session_id: string; n: number }>(
      'select session_id, count(*) as n from ledger_entries group by session_id',
    );
    expect(rows.filter(({ n }) => n !== 1)).to.deep.equal([]);
    const written = new Set(rows.map(({ session_id: id }) => id));
    expect(done.filter((id) => !written.has(id))).to.deep.equal([]);
    expect(done.length).to.be.greaterThan(100);
    expect(await outside.count('select used_bytes as count from organization_usages')).to.equal(rows.length);
  });

  it('and cuts all connections is unavailable to what was running, and answers what comes next', async () => {
    const proxy = await startPostgresProxy(database.url);
    const each = await open({ url: proxy.url });
    const running = each.unitOfWork.transact(async ({ users }): Promise<Result<boolean, never>> => {
      await users.add(aUser());
      proxy.cutAll();
      return ok(await users.add(aUser()));
    });
    const outcome = await running;
    expect(outcome.isErr() && outcome.error).to.deep.equal(unavailable);
    expect((await addUser(each)).isOk()).to.equal(true);
    expect(await outside.count('select count(*) from users')).to.equal(1);
    await proxy.close();
  });

  it('and does not answer in time is unavailable: the statement, the lock, the idle transaction', async () => {
    const each = await open({ lockTimeoutMs: 500 });
    await outside.query('begin');
    await outside.query('lock table users in access exclusive mode');
    expect((await findUser(each)).isErr()).to.equal(true);
    const waiting = await addUser(each);
    expect(waiting.isErr() && waiting.error).to.equal(contended);
    expect((await each.unitOfWork.check()).isOk(), 'the server itself answers').to.equal(true);
    await outside.query('rollback');
    expect((await addUser(each)).isOk()).to.equal(true);

    const slow = await open({ statementTimeoutMs: 1000, lockTimeoutMs: 120_000 });
    await outside.query('begin');
    await outside.query('lock table users in access exclusive mode');
    const read = await findUser(slow);
    expect(read.isErr() && read.error).to.deep.equal(unavailable);
    await outside.query('rollback');

    const forgetful = await open({ idleInTransactionTimeoutMs: 500 });
    const idle = await forgetful.unitOfWork.transact(async ({ users }): Promise<Result<boolean, never>> => {
      await users.add(aUser());
      await waitUntil('its session is ended', async () => (await outside.count(idleInTransaction)) === 0);
      return ok(await users.add(aUser()));
    });
    expect(idle.isErr() && idle.error).to.deep.equal(unavailable);
    expect(await outside.count('select count(*) from users')).to.equal(1);
  });

  it('and is unavailable says why, and nothing of any row', async () => {
    const reasons: UnavailableReason[] = [];
    const proxy = await startPostgresProxy(database.url);
    const each = await open({ url: proxy.url, lockTimeoutMs: 500, onUnavailable: (reason) => reasons.push(reason) });
    await outside.query('begin');
    await outside.query('lock table users in access exclusive mode');
    const held = await findUser(each);
    await outside.query('rollback');
    const cut = await each.unitOfWork.transact(async ({ users }): Promise<Result<boolean, never>> => {
      proxy.cutAll();
      return ok(await users.add(aUser()));
    });
    const [lock, connection] = reasons;
    expect([held.isErr(), cut.isErr()]).to.deep.equal([true, true]);
    expect(reasons).to.have.length(2);
    expect(lock?.sqlState).to.equal('55P03');
    expect(lock?.message).to.match(/lock timeout/);
    expect(connection?.sqlState).to.equal(undefined);
    expect(connection?.message).to.match(/^the connection to PostgreSQL is lost: /);
    await proxy.close();
  });

  it('keeps nobody waiting for a connection for long, and says all the same that it is ready', async () => {
    const each = await open({ poolSize: 1, connectTimeoutMs: 2000 });
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const running = each.unitOfWork.transact(async ({ users }): Promise<Result<boolean, never>> => {
      const added = await users.add(aUser());
      begin();
      await released;
      return ok(added);
    });
    await begun;
    const [read, written, ready] = await Promise.all([findUser(each), addUser(each), each.unitOfWork.check()]);
    expect(read.isErr() && read.error).to.deep.equal(unavailable);
    expect(written.isErr() && written.error).to.deep.equal(unavailable);
    expect(ready.isOk()).to.equal(true);
    release();
    expect((await running).isOk()).to.equal(true);
  });

  it('or takes no writes now is unavailable and not ready, and both again when it takes them', async () => {
    const each = await open();
    const takeWrites = (change: string) =>
      outside.query(`do $$ begin execute format('alter database %I ${change}', current_database()); end $$`);
    await takeWrites('set default_transaction_read_only = on');
    await outside.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await waitUntil('reads go on', async () => (await findUser(each)).isOk());
    const written = await addUser(each);
    expect(written.isErr() && written.error).to.deep.equal(unavailable);
    const ready = await each.unitOfWork.check();
    expect(ready.isErr() && ready.error).to.deep.equal(unavailable);
    expect((await findUser(each)).isOk(), 'reads go on').to.equal(true);
    // Sessions that began meanwhile would write nothing as long as they last.
    await takeWrites('reset default_transaction_read_only');
    await waitUntil('it is written again', async () => (await addUser(each)).isOk());
    await waitUntil('it is ready again', async () => (await each.unitOfWork.check()).isOk());
  });

  it('without its tables is not ready', async () => {
    const each = await open();
    await outside.query('alter table migrations rename to elsewhere');
    const [ready] = await Promise.allSettled([each.unitOfWork.check()]);
    expect(ready).to.have.nested.property('reason.code', '42P01');
  });

  it('throws on what only a bug can cause', async () => {
    const each = await open();
    let runs = 0;
    const user = aUser();
    const twice = each.unitOfWork.transact(async ({ users }): Promise<Result<void, never>> => {
      runs += 1;
      await users.add(user);
      await users.add({ ...user, email: 'other@example.org' });
      return ok(undefined);
    });
    const [outcome] = await Promise.allSettled([twice]);
    expect(outcome).to.have.nested.property('reason.code', '23505');
    expect(runs, 'looks, since another transaction may have been in the way').to.equal(3);
    expect(await outside.count('select count(*) from users')).to.equal(0);
  });

  it('throws when a fault was swallowed on the way, since nothing was committed', async () => {
    const each = await open();
    const swallowing = each.unitOfWork.transact(async ({ tree }): Promise<Result<void, never>> => {
      const putting = tree.putFile(trusted<RepositoryId>('nowhere'), {
        path: trusted<TreePath>('a'),
        sizeBytes: 1,
        state: 'stored',
        receivers: 0,
        changedAt: 0,
      });
      await putting.catch(() => undefined);
      return ok(undefined);
    });
    const [settled] = await Promise.allSettled([swallowing]);
    expect(settled).to.have.nested.property('reason.code', '23503');
  });

  it('never gives a number that is not exact', async () => {
    const each = await open();
    await outside.query(
      `insert into organizations (id, name, slug, plan_id, byos_add_on, created_at) values ('o', 'O', 'o', 'free', 0, 9007199254740993)`,
    );
    const [settled] = await Promise.allSettled([
      each.unitOfWork.read(({ organizations }) => organizations.find(trusted<OrganizationId>('o'))),
    ]);
    expect(settled).to.have.nested.property('reason.message').that.contains('9007199254740993');
  });
});

describe('PostgreSQL that stops and starts again', () => {
  let cluster: PostgresCluster;
  before(async () => (cluster = await startPostgresCluster()));
  after(() => cluster.stop());

  it('is unavailable, and answers again without a restart of this process', async () => {
    const each = await openPostgresDatabase({ url: cluster.url });
    for (let round = 0; round < 2; round += 1) {
      const before = await Promise.all(Array.from({ length: 10 }, () => addUser(each)));
      expect(before.every((outcome) => outcome.isOk())).to.equal(true);
      let stop = (): void => undefined;
      const stopped = new Promise<void>((resolve) => (stop = resolve));
      let begin = (): void => undefined;
      const begun = new Promise<void>((resolve) => (begin = resolve));
      const running = each.unitOfWork.transact(async ({ users }): Promise<Result<boolean, never>> => {
        await users.add(aUser());
        begin();
        await stopped;
        return ok(await users.add(aUser()));
      });
      await begun;
      await cluster.pause();
      stop();
      const outcomes = [await running, await addUser(each), await findUser(each), await each.unitOfWork.check()];
      for (const outcome of outcomes) expect(outcome.isErr() && outcome.error).to.deep.equal(unavailable);
      await cluster.resume();
      await waitUntil('it answers', async () => (await each.unitOfWork.check()).isOk());
      expect((await addUser(each)).isOk()).to.equal(true);
      expect((await findUser(each)).isOk()).to.equal(true);
    }
    await each.close();
    const outside = await connectOutside(cluster.url);
    expect(await outside.count('select count(*) from users')).to.equal(22);
    await outside.close();
  });

  it('or lets the user in no more is unavailable, says why, and answers again when it does', async () => {
    const outside = await connectOutside(cluster.url);
    await outside.query(`create role svc superuser login password 'first'`);
    const url = new URL(cluster.url);
    [url.username, url.password] = ['svc', 'first'];
    const reasons: UnavailableReason[] = [];
    const each = await openPostgresDatabase({ url: url.href, onUnavailable: (reason) => reasons.push(reason) });
    await outside.query(`alter role svc password 'second'`);
    await outside.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'svc'`);
    await waitUntil('it asks for the new password', async () => {
      for (const outcome of [await addUser(each), await findUser(each), await each.unitOfWork.check()]) {
        expect(outcome.isErr() && outcome.error).to.deep.equal(unavailable);
      }
      return reasons.some(({ sqlState }) => sqlState === '28P01');
    });
    await outside.query(`alter role svc password 'first'`);
    await waitUntil('it is ready again', async () => (await each.unitOfWork.check()).isOk());
    expect((await addUser(each)).isOk()).to.equal(true);
    await each.close();
    await outside.close();
  });

  it('tells at the start which settings endanger what is committed', async () => {
    const warned: string[] = [];
    await (await openPostgresDatabase({ url: cluster.url, onWarning: ({ setting }) => warned.push(setting) })).close();
    expect(warned).to.have.members(['fsync', 'full_page_writes', 'synchronous_commit']);
  });
});

describe('PostgreSQL that comes back as a standby', () => {
  it('is read, is unavailable to writes and not ready, and takes them again when it was promoted', async () => {
    const cluster = await startPostgresCluster(['wal_level=replica']);
    const reasons: UnavailableReason[] = [];
    const each = await openPostgresDatabase({ url: cluster.url, onUnavailable: (reason) => reasons.push(reason) });
    let outside = await connectOutside(cluster.url);
    const [row] = await outside.query<{ data_directory: string }>('show data_directory');
    await outside.close();
    await cluster.pause();
    await writeFile(join(row?.data_directory ?? '', 'standby.signal'), '');
    await cluster.resume();
    await waitUntil('it is read', async () => (await findUser(each)).isOk());
    reasons.splice(0);
    const written = await addUser(each);
    expect(written.isErr() && written.error).to.deep.equal(unavailable);
    expect(reasons.map(({ sqlState }) => sqlState)).to.deep.equal(['0A000']);
    const ready = await each.unitOfWork.check();
    expect(ready.isErr() && ready.error).to.deep.equal(unavailable);

    outside = await connectOutside(cluster.url);
    await outside.query('select pg_promote()');
    await outside.close();
    await waitUntil('it is written again', async () => (await addUser(each)).isOk());
    await waitUntil('it is ready again', async () => (await each.unitOfWork.check()).isOk());
    await each.close();
    await cluster.stop();
  });
});
