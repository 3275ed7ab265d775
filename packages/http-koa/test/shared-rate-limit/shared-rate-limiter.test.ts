import { openRateLimitStore, type RateLimitStore } from '@svc/persistence-postgres';
import { hearWarnings } from '@svc/test-services/hear-warnings';
import { newDatabase, type TestDatabase } from '@svc/test-services/postgres';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { createSharedRateLimiter, type SharedStore } from '../../src/shared-rate-limit/index.js';
import { textAt } from '../support/request.js';
import { startService, type TestService } from '../support/service.js';
import { createWorld, type TestUser, type World } from '../support/world.js';

/** A window of a minute: longer than a busy machine takes to fill it. */
const limit = { perSecond: 1, burst: 60 };
/** A busy store is not one that is down. */
const maxWaitMs = 60_000;

describe('a rate limit that processes share', () => {
  let database: TestDatabase;
  let stores: RateLimitStore[];
  let services: TestService[];
  const faults: unknown[] = [];
  let now = 0;
  beforeEach(async () => {
    database = await newDatabase();
    [stores, services] = [[], []];
    faults.length = 0;
  });
  afterEach(async () => {
    await Promise.all(services.map((service) => service.close()));
    await Promise.all(stores.map((store) => store.close()));
    await database.drop();
  });

  const openStore = (): RateLimitStore => {
    const store = openRateLimitStore({ url: database.url });
    stores.push(store);
    return store;
  };

  /** Two processes: each has its own connections, both have one application. */
  const start = async (storeOf: () => SharedStore, timeoutMs = maxWaitMs): Promise<readonly [World, World]> => {
    const begin = async (application?: TestService['application']): Promise<TestService> => {
      const rateLimiter = createSharedRateLimiter({
        limit,
        store: storeOf(),
        onStoreFault: (fault) => faults.push(fault),
        timeoutMs,
        monotonicNow: () => now,
      });
      const service = await startService({ rateLimiter, ...(application && { application: () => application }) });
      services.push(service);
      return service;
    };
    const first = await begin();
    const second = await begin(first.application);
    return [createWorld(first), createWorld(second)];
  };

  const statuses = async (count: number, worlds: readonly World[], { token }: Pick<TestUser, 'token'>) => {
    const all: number[] = [];
    for (let round = 0; round < count; round += 1) {
      const world = worlds[round % worlds.length];
      if (world !== undefined) all.push((await world.call('GET', '/users/me', { token })).status);
    }
    return all;
  };
  const passed = (all: readonly number[]): number => all.filter((status) => status === 200).length;

  const rowsOf = async (): Promise<readonly unknown[]> => {
    const { client, table } = openStore();
    const { rows }: { rows: unknown[] } = await client.query({ text: `select key from ${table}` });
    return rows;
  };

  it('lets a burst of 60 pass between two processes and answers 429 to the 61st of either, with Retry-After', async () => {
    const worlds = await start(openStore);
    const user = await worlds[0].user('ada');
    const other = await worlds[1].user('grace');
    expect(passed(await statuses(60, worlds, user))).to.equal(60);
    for (const world of worlds) {
      const { status, headers, json } = await world.call('GET', '/users/me', { token: user.token });
      expect(status).to.equal(429);
      expect(Number(headers['retry-after'])).to.be.within(1, 60);
      expect(textAt(json, 'error.code')).to.equal('rate_limited');
    }
    expect(passed(await statuses(2, worlds, other)), 'nobody else pays for it').to.equal(2);
    expect(faults).to.deep.equal([]);
  });

  it('writes one row for each caller, and none for those who have no valid credential', async () => {
    const worlds = await start(openStore);
    const user = await worlds[0].user('ada');
    await statuses(10, worlds, user);
    for (let guess = 0; guess < 200; guess += 1) {
      expect((await worlds[0].call('GET', '/users/me', { token: `guess ${guess}` })).status).to.equal(401);
    }
    expect(await rowsOf()).to.deep.equal([{ key: `caller:${user.id}` }]);
  });

  it('limits each process by itself while the store is down, without a failed request, and together once it is back', async () => {
    let isDown = true;
    const storeOf = (): SharedStore => {
      const { client, table } = openStore();
      const query: typeof client.query = (statement) =>
        isDown ? Promise.reject(new Error('connection refused')) : client.query(statement);
      return { kind: 'postgres', client: { query }, table };
    };
    const worlds = await start(storeOf);
    const user = await worlds[0].user('ada');
    const alone = await statuses(70, worlds.slice(0, 1), user);
    expect(passed(alone)).to.equal(60);
    expect(alone.slice(60)).to.deep.equal(Array.from({ length: 10 }, () => 429));
    expect(faults, 'told once').to.have.length(1);
    isDown = false;
    now += 1000;
    const together = await statuses(70, worlds, user);
    expect(passed(together)).to.equal(60);
    expect(together.at(-1)).to.equal(429);
  });

  it('fails no request when who hears of a store that is down throws, of which the process warns', async () => {
    const heard = hearWarnings();
    const onStoreFault = (): never => {
      throw new Error('the log is full');
    };
    const client = { query: () => Promise.reject(new Error('connection refused')) };
    const rateLimiter = createSharedRateLimiter({ limit, store: { kind: 'postgres', client, table: 'none' }, onStoreFault });
    const service = await startService({ rateLimiter });
    services.push(service);
    const world = createWorld(service);
    const user = await world.user('ada');
    expect(passed(await statuses(2, [world], user))).to.equal(2);
    await waitUntil('the process has warned', () => heard.warnings.length > 0);
    heard.stop();
    expect(heard.warnings.map(({ message }) => message)).to.deep.equal(['onStoreFault has thrown']);
  });

  it('waits once for a store that does not answer, and no longer than it may', async () => {
    let questions = 0;
    const silent = (): Promise<never> => {
      questions += 1;
      return new Promise(() => undefined);
    };
    const worlds = await start(() => ({ kind: 'postgres', client: { query: silent }, table: 'rate_limits' }), 50);
    const user = await worlds[0].user('ada');
    expect(passed(await statuses(50, worlds.slice(0, 1), user))).to.equal(50);
    expect(questions).to.equal(1);
    expect(faults.map(String)).to.deep.equal(['Error: no answer within 50 ms']);
  });
});
