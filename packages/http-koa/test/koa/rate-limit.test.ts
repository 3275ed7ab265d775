import { expect } from 'chai';
import { createHttpHandler } from '../../src/koa/http-handler.js';
import { createRateLimiter } from '../../src/koa/rate-limit.js';
import { send, textAt, valueAt } from '../support/request.js';
import { startService, type TestService } from '../support/service.js';
import { createWorld, type TestUser, type World } from '../support/world.js';

describe('the rate limit', () => {
  let service: TestService;
  let world: World;
  let owner: TestUser;
  let organization: { id: string; slug: string };
  beforeEach(async () => {
    service = await startService({ rateLimit: { perSecond: 30, burst: 60 }, trustProxyHops: 1 });
    world = createWorld(service);
    owner = await world.user('owner');
    organization = await world.organization(owner, 'Acme');
    service.limitClock.now += 60_000;
  });
  afterEach(() => service.close());

  const statuses = async (count: number, token: string | undefined, address = '192.0.2.1'): Promise<readonly number[]> => {
    const all: number[] = [];
    for (let round = 0; round < count; round += 1) {
      const headers = { 'x-forwarded-for': address };
      all.push((await world.call('GET', '/users/me', { token, headers })).status);
    }
    return all;
  };
  const countOf = (all: readonly number[], status: number): number => all.filter((one) => one === status).length;

  it('lets a burst of 60 pass and answers 429 to the 61st, with Retry-After', async () => {
    expect(countOf(await statuses(60, owner.token), 200)).to.equal(60);
    const { status, headers, json } = await world.call('GET', '/users/me', { token: owner.token });
    expect(status).to.equal(429);
    expect(headers['retry-after']).to.equal('1');
    expect(textAt(json, 'error.code')).to.equal('rate_limited');
    expect(valueAt(json, 'error.details')).to.deep.equal({ reason: 'request_rate' });
  });

  it('then lets 30 pass each second', async () => {
    await statuses(60, owner.token);
    service.limitClock.now += 1000;
    const all = await statuses(35, owner.token);
    expect(all.slice(0, 30)).to.deep.equal(Array.from({ length: 30 }, () => 200));
    expect(countOf(all, 429)).to.equal(5);
  });

  it('is one for each token: the tokens and the session of one user do not share', async () => {
    const first = await world.apiToken(owner, organization, { scopes: ['org:read'] });
    const second = await world.apiToken(owner, organization, { scopes: ['org:read'] });
    service.limitClock.now += 60_000;
    await statuses(61, first.secret);
    expect(await statuses(1, first.secret)).to.deep.equal([429]);
    expect(await statuses(1, second.secret)).to.deep.equal([200]);
    expect(await statuses(1, owner.token)).to.deep.equal([200]);
  });

  it('counts requests without a valid credential against their address, ten times as many', async () => {
    const all = await statuses(601, 'guess');
    expect(countOf(all, 401)).to.equal(600);
    expect(all.at(-1)).to.equal(429);
    expect(await statuses(1, undefined)).to.deep.equal([429]);
    expect(await statuses(1, 'guess', '192.0.2.2')).to.deep.equal([401]);
    expect(await statuses(1, owner.token)).to.deep.equal([200]);
  });

  it('takes the addresses of one IPv6 network for one', async () => {
    for (let host = 0; host < 600; host += 1) await statuses(1, undefined, `2001:db8:1:2::${host.toString(16)}`);
    expect(await statuses(1, undefined, '2001:db8:1:2:ffff::1')).to.deep.equal([429]);
    expect(await statuses(1, undefined, '2001:db8:1:3::1')).to.deep.equal([401]);
  });

  it('comes before the path is looked at closely, and after the credential', async () => {
    await statuses(60, owner.token);
    expect((await world.call('GET', '/repositories/not-an-id', { token: owner.token })).status).to.equal(429);
    expect((await world.call('GET', '/repositories/not-an-id', { token: 'guess' })).status).to.equal(401);
  });

  it('leaves signed URLs, verify links and probes alone', async () => {
    await statuses(601, undefined, '127.0.0.1');
    const verify = `/api/v1/repositories/${'0'.repeat(8)}-0000-4000-8000-000000000000/lfs/objects/${'a'.repeat(64)}/verify?token=x`;
    for (let round = 0; round < 100; round += 1) {
      expect((await send(service.baseUrl, 'GET', '/storage/x?signature=y')).status).to.equal(403);
      expect((await send(service.baseUrl, 'PUT', '/storage/x?signature=y', { body: 'z' })).status).to.equal(403);
      expect((await send(service.baseUrl, 'GET', '/readyz')).status).to.equal(200);
      expect((await send(service.baseUrl, 'POST', verify, { body: {} })).status).to.equal(403);
    }
  });

  it('also holds for the open plan catalogue, by address', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.1' };
    let last = 0;
    for (let round = 0; round < 601; round += 1) last = (await world.call('GET', '/plans', { headers })).status;
    expect(last).to.equal(429);
  });

  it('takes no numbers that would let every request pass, or none', () => {
    for (const limit of [0, -1, Number.NaN, Infinity].flatMap((odd) => [
      { perSecond: odd, burst: 60 },
      { perSecond: 30, burst: odd },
    ])) {
      const make = () =>
        createHttpHandler({ application: service.application, settings: { baseUrl: service.baseUrl, rateLimit: limit } });
      expect(make, JSON.stringify(limit)).to.throw(RangeError, 'of requests');
    }
    expect(() => createRateLimiter({ perSecond: 30, burst: 0.5 }, () => 0)).to.throw('not a burst of requests: 0.5');
    createRateLimiter({ perSecond: 0.1, burst: 1 }, () => 0);
  });
});
