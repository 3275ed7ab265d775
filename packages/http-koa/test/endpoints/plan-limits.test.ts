import { GIB, type PlanId } from '@svc/core/model';
import { expect } from 'chai';
import { startAcme } from '../support/acme.js';
import { type Answer, textAt, valueAt } from '../support/request.js';
import type { TestService } from '../support/service.js';
import { sha256, slugOf, type TestUser, type World } from '../support/world.js';

/** Spec 7.1, 8: each limit at its edge and one past it. */
describe('the limits of plans', () => {
  let service: TestService;
  let world: World;
  let owner: TestUser;
  beforeEach(async () => {
    ({ service, world, owner } = await startAcme({ defaultPlan: 'free' }));
  });
  afterEach(() => service.close());

  const acme = { id: 'acme' };
  const post = (path: string, body: unknown): Promise<Answer> => world.call('POST', path, { token: owner.token, body });
  const setPlan = async (planId: PlanId, hasByosAddOn = false): Promise<void> => {
    const command = { organization: slugOf('acme'), planId, hasByosAddOn };
    (await service.application.operator.setPlan(command))._unsafeUnwrap();
  };
  const expectRefused = ({ status, json, text }: Answer, reason: string, limit: number, current: number): void => {
    expect(status, text).to.equal(402);
    expect(valueAt(json, 'error.code')).to.equal('quota_exceeded');
    expect(valueAt(json, 'error.details')).to.deep.equal({ reason, limit, current });
  };
  const authorize = async (sizes: readonly number[]): Promise<Answer> => {
    const repository = await world.repository(owner, acme, { name: `r${sizes.join('-')}` });
    const uploads = `/repositories/${repository}/uploads`;
    const session = textAt((await post(uploads, {})).json, 'session.id');
    const objects = sizes.map((size, at) => ({ oid: sha256(`${at}`), size }));
    return post(`${uploads}/${session}/objects`, { objects });
  };

  it('count repositories', async () => {
    for (const [planId, limit] of [
      ['free', 1],
      ['developer', 10],
      ['team', 50],
    ] as const) {
      await setPlan(planId);
      const path = '/organizations/acme/repositories';
      const { length } = [valueAt((await world.call('GET', `${path}?limit=100`, owner)).json, 'repositories')].flat();
      for (let at = length; at < limit; at += 1) await world.repository(owner, acme, { name: `${planId} ${at}` });
      expectRefused(await post(path, { name: 'one more' }), 'max_repositories', limit, limit);
    }
  });

  it('say which setting lifts them, where the operator chooses plans', async () => {
    await service.close();
    ({ service, world, owner } = await startAcme({ defaultPlan: 'free', planSetting: 'DEFAULT_PLAN' }));
    await world.repository(owner, acme, { name: 'first' });
    const { status, json } = await post('/organizations/acme/repositories', { name: 'second' });
    expect(status).to.equal(402);
    const details = { reason: 'max_repositories', limit: 1, current: 1 };
    expect(valueAt(json, 'error.details')).to.deep.equal(details);
    expect(textAt(json, 'error.message')).to.match(/^The plan allows no more repositories\. .*DEFAULT_PLAN/);
  });

  it('count tokens', async () => {
    let made = 0;
    for (const [planId, limit] of [
      ['free', 5],
      ['developer', 25],
      ['team', 200],
    ] as const) {
      await setPlan(planId);
      for (; made < limit; made += 1) await world.apiToken(owner, acme, { scopes: ['org:read'] });
      const one = { name: 'one more', scopes: ['org:read'] };
      expectRefused(await post('/organizations/acme/tokens', one), 'max_tokens', limit, limit);
    }
  });

  it('count members, whether they are invited or accept', async () => {
    let members = 1;
    const invite = (email: string): Promise<Answer> => post('/organizations/acme/invitations', { email, role: 'VIEWER' });
    const inviteNew = async (name: string): Promise<() => Promise<Answer>> => {
      const { token } = await world.user(name);
      const { json } = await invite(`${name}@example.test`);
      const secret = textAt(json, 'url').replace(/.*#token=/, '');
      return () => world.call('POST', '/invitations/accept', { token, body: { token: secret } });
    };
    for (const [planId, limit] of [
      ['free', 3],
      ['developer', 10],
      ['team', 50],
    ] as const) {
      await setPlan(planId);
      for (; members < limit - 1; members += 1) await world.member({ slug: 'acme' }, await world.user(`m${members}`), 'VIEWER');
      const [acceptLast, acceptOneMore] = [await inviteNew(`last-${planId}`), await inviteNew(`one-more-${planId}`)];
      expect((await acceptLast()).status).to.equal(200);
      members += 1;
      expectRefused(await acceptOneMore(), 'max_members', limit, limit);
      expectRefused(await invite(`nobody-${planId}@example.test`), 'max_members', limit, limit);
    }
  });

  it('count the uploads that are open at once', async () => {
    const uploads = `/repositories/${await world.repository(owner, acme, { name: 'models' })}/uploads`;
    const sessions: string[] = [];
    for (const [planId, limit] of [
      ['free', 2],
      ['developer', 8],
      ['team', 32],
      ['business', 64],
    ] as const) {
      await setPlan(planId);
      while (sessions.length < limit) {
        const { status, json } = await post(uploads, {});
        expect(status).to.equal(201);
        sessions.push(textAt(json, 'session.id'));
      }
      const { status, headers, json } = await post(uploads, {});
      expect([status, valueAt(json, 'error.details')]).to.deep.equal([429, { reason: 'concurrent_uploads' }]);
      expect(headers['retry-after']).to.match(/^[1-9]\d*$/);
    }
    expect((await post(`${uploads}/${sessions[0] ?? ''}/finalize`, {})).status).to.equal(200);
    expect((await post(uploads, {})).status).to.equal(201);
    expect((await post(uploads, {})).status).to.equal(429);
  });

  it('keep an upload session open for 6 hours, and not a millisecond more', async () => {
    const uploads = `/repositories/${await world.repository(owner, acme, { name: 'models' })}/uploads`;
    const open = async (): Promise<string> => `${uploads}/${textAt((await post(uploads, {})).json, 'session.id')}/finalize`;
    const [inTime, late] = [await open(), await open()];
    service.clock.advance(6 * 3_600_000 - 1);
    expect((await post(inTime, {})).status).to.equal(200);
    service.clock.advance(1);
    const { status, json } = await post(late, {});
    expect([status, valueAt(json, 'error.details')]).to.deep.equal([409, { reason: 'session_expired' }]);
  });

  it('count storage connections', async () => {
    const connection = { name: 'Ours', provider: 'minio', endpoint: 'https://s3.example.test', bucket: 'models' };
    const body = { ...connection, auth_method: 'access_keys', access_key_id: 'AKID', secret_access_key: 'wJalrXUtnFEMI' };
    const path = '/organizations/acme/storage/connections';
    expectRefused(await post(path, body), 'max_storage_connections', 0, 0);
    await setPlan('developer');
    expectRefused(await post(path, body), 'max_storage_connections', 0, 0);
    await setPlan('developer', true);
    await world.connection(owner, acme);
    expectRefused(await post(path, body), 'max_storage_connections', 1, 1);
    await setPlan('team');
    for (let made = 1; made < 5; made += 1) await world.connection(owner, acme);
    expectRefused(await post(path, body), 'max_storage_connections', 5, 5);
  });

  for (const [planId, limit] of [
    ['free', 5],
    ['developer', 50],
    ['team', 200],
    ['business', 1024],
  ] as const) {
    it(`take objects of ${limit} GiB on ${planId}, and none of a byte more`, async () => {
      await setPlan(planId);
      const repository = await world.repository(owner, acme, { name: 'models' });
      const batch = (size: number): Promise<Answer> =>
        post(`/repositories/${repository}/lfs/objects/batch`, { operation: 'upload', objects: [{ oid: sha256('x'), size }] });
      expect(valueAt((await batch(limit * GIB)).json, 'objects.0.error')).to.equal(undefined);
      expect(valueAt((await batch(limit * GIB + 1)).json, 'objects.0.error.code')).to.equal(402);
      const session = textAt((await post(`/repositories/${repository}/uploads`, {})).json, 'session.id');
      const objects = [{ oid: sha256('y'), size: limit * GIB + 1 }];
      const above = await post(`/repositories/${repository}/uploads/${session}/objects`, { objects });
      expectRefused(above, 'max_object_size', limit * GIB, limit * GIB + 1);
    });
  }

  it('reserve 10 GiB on free to the last byte, and not one more', async () => {
    expect((await authorize([5 * GIB, 5 * GIB])).status).to.equal(200);
    await setPlan('developer');
    const repository = await world.repository(owner, acme, { name: 'second' });
    await setPlan('free');
    const uploads = `/repositories/${repository}/uploads`;
    const session = textAt((await post(uploads, {})).json, 'session.id');
    const one = await post(`${uploads}/${session}/objects`, { objects: [{ oid: sha256('x'), size: 1 }] });
    expectRefused(one, 'storage_quota', 10 * GIB, 10 * GIB);
    expect(textAt(one.json, 'error.message')).to.contain('10 GiB are reserved for uploads under way');
  });

  it('meter storage above the plan that is paid for, and cut nothing off', async () => {
    for (const [planId, sizes] of [
      ['developer', [50 * GIB, 50 * GIB, 1]],
      ['team', [200 * GIB, 200 * GIB, 200 * GIB, 200 * GIB, 200 * GIB, 200 * GIB]],
    ] as const) {
      await setPlan(planId);
      expect((await authorize(sizes)).status, planId).to.equal(200);
    }
  });
});
