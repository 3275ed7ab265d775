import type { Caller } from '@svc/core';
import { isId, type UserId } from '@svc/core/model';
import { expect } from 'chai';
import { createAwaitTurn } from '../../src/koa/await-turn.js';
import { createRateLimiter, type RateLimit } from '../../src/koa/rate-limit.js';
import { startService } from '../support/service.js';
import { createWorld } from '../support/world.js';

const userId = '00000000-0000-4000-8000-000000000001';
if (!isId<UserId>(userId)) throw new Error('no id of a user');
const caller: Caller = {
  userId,
  userName: 'Ada',
  credential: { kind: 'session' },
  origin: { address: '192.0.2.1', userAgent: undefined },
};

/** A limiter whose time passes in pauses alone. `meanwhile`: what happens in each. */
const start = (limit: RateLimit, meanwhile: (limiter: ReturnType<typeof createRateLimiter>) => void = () => {}) => {
  let now = 0;
  const pauses: number[] = [];
  const limiter = createRateLimiter(limit, () => now);
  const awaitTurn = createAwaitTurn({
    limiter,
    pause: (milliseconds) => {
      pauses.push(milliseconds);
      now += milliseconds;
      meanwhile(limiter);
      return Promise.resolve();
    },
  });
  return { limiter, pauses, awaitTurn };
};

const staying = (): AbortSignal => new AbortController().signal;

describe('awaitTurn', () => {
  it('has a request that is too many wait for as long as the limit says, and no other', async () => {
    const { awaitTurn, pauses } = start({ perSecond: 1, burst: 2 });
    for (let round = 0; round < 3; round += 1) expect(await awaitTurn(caller, staying)).to.equal(undefined);
    expect(pauses).to.deep.equal([1000]);
  });

  it('refuses at once what would have to wait for more than ten seconds', async () => {
    const { awaitTurn, pauses } = start({ perSecond: 0.09, burst: 1 });
    await awaitTurn(caller, staying);
    expect(await awaitTurn(caller, staying)).to.include({ kind: 'rate_limited', retryAfterSeconds: 12 });
    expect(pauses).to.deep.equal([]);
  });

  it('refuses after ten seconds in which others were faster each time', async () => {
    const { awaitTurn, pauses } = start({ perSecond: 1, burst: 1 }, (limiter) => limiter.countCaller(caller));
    await awaitTurn(caller, staying);
    expect(await awaitTurn(caller, staying)).to.include({ kind: 'rate_limited' });
    expect(pauses).to.have.length(10);
  });

  it('takes no turn for a client that has left', async () => {
    const client = new AbortController();
    const { awaitTurn, limiter } = start({ perSecond: 1, burst: 1 }, () => client.abort());
    await awaitTurn(caller, staying);
    expect(await awaitTurn(caller, () => client.signal)).to.include({ kind: 'rate_limited' });
    expect(limiter.countCaller(caller)).to.equal(undefined);
  });

  it('has 200 wait at most', async () => {
    let goOn = (): void => {};
    const gate = new Promise<void>((resolve) => (goOn = resolve));
    const limiter = createRateLimiter({ perSecond: 1, burst: 1 }, () => 0);
    const awaitTurn = createAwaitTurn({ limiter, pause: () => gate });
    await awaitTurn(caller, staying);
    const waiting = Array.from({ length: 200 }, () => awaitTurn(caller, staying));
    expect(await awaitTurn(caller, staying)).to.include({ kind: 'rate_limited' });
    goOn();
    await Promise.all(waiting);
  });

  it('is for locks, which git-lfs asks for once, and for no other request', async () => {
    let refusals = 0;
    const tooMany = { kind: 'rate_limited', reason: 'request_rate', retryAfterSeconds: 0 } as const;
    const service = await startService({
      rateLimiter: {
        countCaller: () => (refusals > 0 ? ((refusals -= 1), tooMany) : undefined),
        countAddress: () => undefined,
      },
    });
    const world = createWorld(service);
    const owner = await world.user('owner');
    const organization = await world.organization(owner, 'Acme');
    const repositoryId = await world.repository(owner, organization, { name: 'Models' });
    const ask = async (method: string, path: string, body?: unknown): Promise<number> => {
      refusals = 2;
      return (await world.call(method, `/repositories/${repositoryId}${path}`, { token: owner.token, body })).status;
    };
    expect(await ask('POST', '/lfs/locks', { path: 'a.bin' })).to.equal(201);
    expect(await ask('GET', '/lfs/locks')).to.equal(200);
    expect(await ask('POST', '/lfs/locks/verify', {})).to.equal(200);
    expect(await ask('POST', `/lfs/locks/${userId}/unlock`, {})).to.equal(404);
    expect(await ask('POST', '/lfs/objects/batch', { operation: 'download', objects: [] })).to.equal(429);
    await service.close();
  });
});
