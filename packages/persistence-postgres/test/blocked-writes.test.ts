import { trusted, type UserId } from '@svc/core/model';
import { openPostgresDatabase, type PostgresDatabase } from '@svc/persistence-postgres';
import { type PostgresCluster, startPostgresCluster } from '@svc/test-services/postgres';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { ok, type Result } from 'neverthrow';
import { connectOutside, type Outside } from './rigs/outside.js';

const addUser = ({ unitOfWork }: PostgresDatabase) => {
  const id = trusted<UserId>(randomUUID());
  const user = { id, email: undefined, emailVerified: false, name: 'Ada', status: 'ACTIVE', createdAt: 0 } as const;
  return unitOfWork.transact(async ({ users }): Promise<Result<boolean, never>> => ok(await users.add(user)));
};

describe('PostgreSQL that answers while no write gets through', () => {
  let cluster: PostgresCluster;
  let outside: Outside;
  let opened: PostgresDatabase;
  before(async () => {
    cluster = await startPostgresCluster(['wal_level=replica', 'max_wal_senders=1', 'synchronous_commit=on']);
  });
  after(() => cluster.stop());
  beforeEach(async () => {
    opened = await openPostgresDatabase({ url: cluster.url, lockTimeoutMs: 500, contentionTimeoutMs: 500 });
    outside = await connectOutside(cluster.url);
  });
  afterEach(async () => {
    await outside.close();
    await opened.close();
  });

  const isReady = async (): Promise<boolean> => (await opened.unitOfWork.check()).isOk();

  it('is not ready while a standby has to confirm commits and there is none', async () => {
    expect(await isReady()).to.equal(true);
    await outside.query(`alter system set synchronous_standby_names = 'nobody'`);
    await outside.query('select pg_reload_conf()');
    await waitUntil('it says so', async () => !(await isReady()));
    expect(await isReady()).to.equal(false);
    const waiting = await outside.query(`select from pg_stat_activity where wait_event = 'SyncRep' and application_name = 'svc'`);
    expect(waiting, 'each session that waits is one that others lack').to.have.lengthOf(1);
    expect((await opened.unitOfWork.read(({ users }) => users.find(trusted<UserId>('nobody')))).isOk()).to.equal(true);
    await outside.query('alter system reset synchronous_standby_names');
    await outside.query('select pg_reload_conf()');
    await waitUntil('it is ready again', isReady);
  });

  it('says that writes are blocked while somebody holds a table, and is ready as soon as one got through', async () => {
    await outside.query('begin; lock table users in exclusive mode');
    await waitUntil('it says so', async () => {
      expect((await addUser(opened)).isErr()).to.equal(true);
      const readiness = await opened.unitOfWork.check();
      return readiness.isErr() && readiness.error.reason === 'writes_blocked';
    });
    await outside.query('rollback');
    expect((await addUser(opened)).isOk()).to.equal(true);
    expect(await isReady()).to.equal(true);
  });
});
