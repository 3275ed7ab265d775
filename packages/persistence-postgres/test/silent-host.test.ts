import type { Schema } from '@svc/persistence-sql';
import { type OrganizationId, trusted, type Unavailable, type UserId } from '@svc/core/model';
import { openPostgresDatabase, type PostgresDatabase } from '@svc/persistence-postgres';
import { newDatabase, type TestDatabase } from '@svc/test-services/postgres';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { Kysely, sql } from 'kysely';
import { ok, type Result } from 'neverthrow';
import { laneDialect } from '../src/pool-driver.js';
import { openPools, type PoolOptions, type Pools } from '../src/pools.js';
import { connectOutside, type Outside } from './rigs/outside.js';
import { type PostgresProxy, startPostgresProxy } from './rigs/proxy.js';

/** Any lane, and the first half of the name of its lock. */
const lane = 7;
const laneLocks = 7_566_948;

const organizationId = trusted<OrganizationId>('o');

const write = ({ unitOfWork }: PostgresDatabase): PromiseLike<Result<void, Unavailable>> =>
  unitOfWork.transact(async ({ organizations }): Promise<Result<void, never>> => {
    await organizations.lock(organizationId);
    return ok(undefined);
  });

describe('a host that falls silent without closing its connections', () => {
  let database: TestDatabase;
  let proxy: PostgresProxy;
  let outside: Outside;
  const closings: (() => Promise<void>)[] = [];
  beforeEach(async () => {
    database = await newDatabase();
    proxy = await startPostgresProxy(database.url);
    outside = await connectOutside(database.url);
  });
  afterEach(async () => {
    proxy.cutAll();
    for (const close of closings.splice(0)) await close();
    await proxy.close();
    await outside.close();
    await database.drop();
  });

  const pools = (options: PoolOptions): Pools => {
    const opened = openPools({ laneWaitMs: 30_000, ...options });
    closings.push(() => opened.close());
    return opened;
  };
  const open = async (url: string): Promise<PostgresDatabase> => {
    const opened = await openPostgresDatabase({ url });
    closings.push(() => opened.close());
    return opened;
  };
  const inLane = (each: Pools): Promise<unknown> =>
    new Kysely<Schema>({ dialect: laneDialect({ pool: each.lanes }, [lane]) })
      .transaction()
      .setIsolationLevel('serializable')
      .execute((transaction) => sql`select 1`.execute(transaction));

  it('while it waits for a lane keeps no other host out of it afterwards', async () => {
    await outside.query(`select pg_advisory_lock(${laneLocks}, ${lane})`);
    const dying = inLane(pools({ url: proxy.url, lockTimeoutMs: 40_000, idleInTransactionTimeoutMs: 500 }));
    const outcome = Promise.allSettled([dying]);
    const waiting = `select count(*) from pg_locks where locktype = 'advisory' and not granted`;
    await waitUntil('it waits', async () => (await outside.count(waiting)) === 1);
    proxy.fallSilent();
    await outside.query(`select pg_advisory_unlock(${laneLocks}, ${lane})`);
    await inLane(pools({ url: database.url, lockTimeoutMs: 20_000 }));
    proxy.cutAll();
    expect((await outcome)[0].status).to.equal('rejected');
  });

  it('can write as soon as it is heard again, over other connections', async () => {
    const host = await open(proxy.url);
    await outside.query(
      `insert into organizations (id, name, slug, plan_id, byos_add_on, created_at) values ('o', '0', 'o', 'free', 0, 0)`,
    );
    const readAll = (): Promise<unknown> =>
      Promise.all(Array.from({ length: 10 }, () => host.unitOfWork.read(({ users }) => users.find(trusted<UserId>('nobody')))));
    // Every connection is open, and some are on their way when it falls silent.
    await readAll();
    expect((await write(host)).isOk()).to.equal(true);
    proxy.fallSilent();
    const cutOff = [write(host), readAll()];
    await waitUntil('it notices', async () => (await host.unitOfWork.check()).isErr());
    proxy.speakAgain();
    await waitUntil('it writes', async () => (await write(host)).isOk());
    await Promise.all(cutOff);
  });
});
