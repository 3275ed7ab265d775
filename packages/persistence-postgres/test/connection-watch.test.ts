import { waitUntil } from '@svc/test-services/wait-until';
import { newDatabase, type TestDatabase } from '@svc/test-services/postgres';
import { expect } from 'chai';
import pg from 'pg';
import { type ConnectionWatch, createConnectionWatch } from '../src/connection-watch.js';

describe('the watch over connections', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let watch: ConnectionWatch;
  let asked: number;
  let busy: ReadonlySet<number> | undefined;
  before(async () => {
    database = await newDatabase();
  });
  after(() => database.drop());
  beforeEach(() => {
    pool = new pg.Pool({ connectionString: database.url });
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
    asked = 0;
    busy = undefined;
    watch = createConnectionWatch({
      findBusy: () => {
        asked += 1;
        return busy === undefined ? Promise.reject(new Error('the server does not answer')) : Promise.resolve(busy);
      },
      silenceMs: 1,
      checkMs: 5,
    });
  });
  afterEach(async () => {
    watch.stop();
    await pool.end();
  });

  const pidOf = async (client: pg.PoolClient): Promise<number> =>
    (await watch.during(client, client.query<{ pid: number }>('select pg_backend_pid() as pid'))).rows[0]?.pid ?? 0;

  it('cuts one whose statement the server is not at work on, and doubts those that were last heard of before', async () => {
    const [idle, dead] = [await pool.connect(), await pool.connect()];
    await pidOf(idle);
    expect(watch.isDoubtful(idle)).to.equal(false);
    busy = new Set();
    const [outcome] = await Promise.allSettled([watch.during(dead, dead.query('select pg_sleep(60)'))]);
    expect(outcome.status).to.equal('rejected');
    busy = undefined;
    expect(watch.isDoubtful(idle)).to.equal(true);
    const fresh = await pool.connect();
    expect(watch.isDoubtful(fresh)).to.equal(false);
    await pidOf(fresh);
    expect(watch.isDoubtful(fresh)).to.equal(false);
    for (const client of [idle, dead, fresh]) client.release(true);
  });

  it('leaves a statement alone that takes its time', async () => {
    const client = await pool.connect();
    busy = new Set([await pidOf(client)]);
    await watch.during(client, client.query('select pg_sleep(0.3)'));
    expect(asked).to.be.greaterThan(2);
    client.release();
  });

  it('cuts nothing while the server cannot be asked', async () => {
    const client = await pool.connect();
    await watch.during(client, client.query('select pg_sleep(0.3)'));
    expect(asked).to.be.greaterThan(2);
    client.release();
  });

  it('asks nothing while nobody waits for long', async () => {
    const client = await pool.connect();
    await pidOf(client);
    const before = asked;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(asked).to.equal(before);
    client.release();
    await waitUntil('the connection is back', () => pool.idleCount === 1);
  });
});
