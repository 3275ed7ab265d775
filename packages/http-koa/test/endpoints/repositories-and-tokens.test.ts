import { expect } from 'chai';
import { startAcme } from '../support/acme.js';
import { eachDatabase } from '../support/each-database.js';
import { type Answer, listAt, textAt, valueAt } from '../support/request.js';
import type { TestService } from '../support/service.js';
import type { TestOrganization, TestUser, World } from '../support/world.js';

const somebodysId = 'ffffffff-0000-4000-8000-000000000000';

const reading = ['repository.pull'];
const pushing = [...reading, 'repository.push'];
const everything = ['repository.admin', 'repository.members.manage', ...pushing, 'repository.update'];

for (const [kind, open] of Object.entries(eachDatabase)) {
  describe(`repositories and tokens, kept ${kind}`, () => {
    let service: TestService;
    let world: World;
    let owner: TestUser;
    let organization: TestOrganization;
    const start = async (defaultPlan: 'free' | 'business'): Promise<void> => {
      ({ service, world, owner, organization } = await startAcme({ defaultPlan, open }));
    };
    beforeEach(() => start('business'));
    afterEach(() => service.close());

    const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
      world.call(method, path, { token: owner.token, body });

    it('a repository is created, listed, read, changed and deleted', async () => {
      const created = await call('POST', '/organizations/acme/repositories', { name: 'My Models', description: 'big' });
      expect(created.status).to.equal(201);
      const id = textAt(created.json, 'repository.id');
      const repository = {
        id,
        organization_id: organization.id,
        name: 'My Models',
        slug: 'my-models',
        description: 'big',
        visibility: 'PRIVATE',
        storage_mode: 'managed',
        generation: 0,
        created_at: '2026-01-01T00:00:00.000Z',
        updated_at: '2026-01-01T00:00:00.000Z',
      };
      expect(created.json).to.deep.equal({ repository });
      expect((await call('GET', '/organizations/acme/repositories')).json).to.deep.equal({ repositories: [repository] });
      for (const path of [`/repositories/${id}`, `/repositories/${id}/`]) {
        expect((await call('GET', path)).json).to.deep.equal({ repository, permissions: everything });
      }
      service.clock.advance(1000);
      const changed = await call('PATCH', `/repositories/${id}/`, { visibility: 'PUBLIC', description: '' });
      expect(changed.status).to.equal(200);
      const after = { ...repository, visibility: 'PUBLIC', description: '', updated_at: '2026-01-01T00:00:01.000Z' };
      expect(changed.json).to.deep.equal({ repository: after });
      const deleted = await call('DELETE', `/repositories/${id}/`);
      expect([deleted.status, deleted.text]).to.deep.equal([204, '']);
      expect((await call('GET', `/repositories/${id}`)).status).to.equal(404);
    });

    it('a repository tells the caller what they may do with it: by role, level, visibility and scopes', async () => {
      const id = await world.repository(owner, organization, { name: 'Models' });
      const held = async (token: string): Promise<unknown> => {
        const { status, json } = await world.call('GET', `/repositories/${id}`, { token });
        return status === 200 ? listAt(json, 'permissions') : status;
      };
      const viewer = await world.user('viewer');
      await world.member(organization, viewer, 'VIEWER');
      const developer = await world.user('developer');
      await world.member(organization, developer, 'DEVELOPER');
      const outsider = await world.user('outsider');
      expect(await held(owner.token)).to.deep.equal(everything);
      expect(await held(viewer.token)).to.deep.equal(reading);
      expect(await held(developer.token)).to.deep.equal([...pushing, 'repository.update']);
      expect(await held(outsider.token)).to.equal(404);
      for (const [level, expected] of [
        ['READ', reading],
        ['WRITE', pushing],
        ['MAINTAIN', [...pushing, 'repository.update']],
        ['ADMIN', everything],
      ] as const) {
        const members = `/repositories/${id}/members`;
        expect((await call('POST', members, { user_id: developer.id, level })).status).to.be.oneOf([200, 201]);
        expect(await held(developer.token), level).to.deep.equal(expected);
      }
      for (const [scope, expected] of [
        ['repo:read', reading],
        ['repo:write', pushing],
        ['org:read', 403],
      ] as const) {
        const { secret } = await world.apiToken(owner, organization, { scopes: [scope] });
        expect(await held(secret), scope).to.deep.equal(expected);
      }
      expect((await call('PATCH', `/repositories/${id}`, { visibility: 'PUBLIC' })).status).to.equal(200);
      expect(await held(outsider.token), 'PUBLIC').to.deep.equal(reading);
    });

    it('what is deduplicated is said by a repository or its organization, until null takes it back', async () => {
      const id = await world.repository(owner, organization, { name: 'Models' });
      for (const [path, kind] of [
        [`/repositories/${id}`, 'repository'],
        ['/organizations/acme', 'organization'],
      ] as const) {
        const said = async (deduplicate: unknown) => {
          const { status, json } = await call('PATCH', path, { deduplicate });
          return [status, valueAt(json, `${kind}.deduplicate`)];
        };
        for (const mode of ['off', 'cold', 'all']) expect(await said(mode)).to.deep.equal([200, mode]);
        expect(await said('hot')).to.deep.equal([400, undefined]);
        expect(await said(null)).to.deep.equal([200, undefined]);
      }
    });

    it('what cannot be had is refused: visibility, storage, groups, and a mode that would change', async () => {
      const path = '/organizations/acme/repositories';
      const refused = [
        { name: 'x', visibility: 'public' },
        { name: 'x', storage_mode: 'byos' },
        { name: 'x', storage_mode: 'other' },
        { name: 'x', storage_connection_id: 'not-an-id' },
        { name: 'x', storage_group_id: somebodysId },
        { name: 'x', slug: 'Not A Slug' },
        { name: 'x', description: 'x'.repeat(4001) },
      ];
      for (const body of refused) expect((await call('POST', path, body)).status, JSON.stringify(body)).to.equal(400);
      const id = await world.repository(owner, organization, { name: 'Models' });
      expect((await call('PATCH', `/repositories/${id}`, { storage_mode: 'byos' })).status).to.equal(400);
      expect((await call('POST', path, { name: 'Models' })).status).to.equal(409);
    });

    it('what a plan does not hold is 402, with what was hit (spec 7.1)', async () => {
      await service.close();
      await start('free');
      await world.repository(owner, organization, { name: 'Models' });
      const second = await call('POST', '/organizations/acme/repositories', { name: 'More' });
      expect(second.status).to.equal(402);
      expect(valueAt(second.json, 'error.code')).to.equal('quota_exceeded');
      expect(valueAt(second.json, 'error.details')).to.deep.equal({ reason: 'max_repositories', limit: 1, current: 1 });
      for (let round = 0; round < 5; round += 1) await world.apiToken(owner, organization, { scopes: ['org:read'] });
      const sixth = await call('POST', '/organizations/acme/tokens', { name: 'x', scopes: ['org:read'] });
      expect([sixth.status, valueAt(sixth.json, 'error.details.reason')]).to.deep.equal([402, 'max_tokens']);
    });

    it('a repository tells what it holds', async () => {
      const id = await world.repository(owner, organization, { name: 'Models' });
      const small = await world.object(owner, id, Buffer.from('small'));
      service.clock.advance(1000);
      const large = await world.object(owner, id, Buffer.alloc(1000));
      expect((await call('GET', `/repositories/${id}/usage`)).json).to.deep.equal({
        usage: {
          object_count: 2,
          logical_bytes: 1005,
          physical_bytes: 1005,
          uploaded_bytes: 1005,
          dedup_ratio: 0,
          reclaimable_bytes: 0,
        },
      });
      const oidsBy = async (query: string): Promise<unknown> => {
        const { json } = await call('GET', `/repositories/${id}/objects${query}`);
        return listAt(json, 'objects').map((object) => textAt(object, 'oid'));
      };
      expect(await oidsBy('')).to.deep.equal([large, small]);
      expect(await oidsBy('?sort=recent')).to.deep.equal([large, small]);
      expect(await oidsBy('?sort=size')).to.deep.equal([large, small]);
      expect(await oidsBy('?sort=size&limit=1')).to.deep.equal([large]);
      for (const query of ['?sort=name', '?sort=', '?limit=101']) {
        expect((await call('GET', `/repositories/${id}/objects${query}`)).status, query).to.equal(400);
      }
    });

    it('members get a level of their own, lose it again, and strangers get none', async () => {
      const id = await world.repository(owner, organization, { name: 'Models' });
      const [viewer, stranger] = [await world.user('viewer'), await world.user('stranger')];
      await world.member(organization, viewer, 'VIEWER');
      const path = `/repositories/${id}/members`;
      const member = {
        user_id: viewer.id,
        name: 'viewer',
        email: viewer.email,
        level: 'WRITE',
        created_at: '2026-01-01T00:00:00.000Z',
      };
      const set = await call('POST', path, { user_id: viewer.id, level: 'WRITE' });
      expect([set.status, set.json]).to.deep.equal([201, { member }]);
      expect((await call('GET', path)).json).to.deep.equal({ members: [member] });
      expect((await world.call('POST', `/repositories/${id}/uploads`, { token: viewer.token })).status).to.equal(201);
      expect((await call('POST', path, { user_id: viewer.id, level: 'NONE' })).status).to.equal(200);
      expect((await world.call('GET', `/repositories/${id}`, { token: viewer.token })).status).to.equal(404);
      expect((await call('DELETE', `${path}/${viewer.id}`)).status).to.equal(204);
      expect((await world.call('GET', `/repositories/${id}`, { token: viewer.token })).status).to.equal(200);
      expect((await call('DELETE', `${path}/${viewer.id}`)).status).to.equal(404);
      expect((await call('POST', path, { user_id: stranger.id, level: 'READ' })).status).to.equal(404);
      expect((await call('POST', path, { user_id: viewer.id, level: 'read' })).status).to.equal(400);
    });

    it('a token shows its secret once, is listed without it, and is refused after it is revoked', async () => {
      const body = { name: 'ci', kind: 'CI', scopes: ['repo:write', 'org:read'], expires_in_days: 30 };
      const created = await call('POST', '/organizations/acme/tokens', body);
      expect(created.status).to.equal(201);
      const secret = textAt(created.json, 'secret');
      expect(secret).to.match(/^svc_ci_[0-9A-Za-z]{36}$/);
      const token = {
        id: textAt(created.json, 'token.id'),
        user_id: owner.id,
        name: 'ci',
        kind: 'CI',
        prefix: 'svc_ci',
        scopes: ['repo:write', 'org:read'],
        created_at: '2026-01-01T00:00:00.000Z',
        expires_at: '2026-01-31T00:00:00.000Z',
      };
      expect(created.json).to.deep.equal({ token, secret });
      expect((await call('GET', '/organizations/acme/tokens')).json).to.deep.equal({ tokens: [token] });
      expect((await world.call('GET', '/organizations/acme', { token: secret })).status).to.equal(200);
      expect((await call('DELETE', `/organizations/acme/tokens/${token.id}`)).status).to.equal(204);
      expect((await world.call('GET', '/organizations/acme', { token: secret })).status).to.equal(401);
      expect((await call('DELETE', `/organizations/acme/tokens/${token.id}`)).status).to.equal(404);
    });

    it('a token has the kind PAT and no expiry when nothing is said, and a REPO token needs its repository', async () => {
      const path = '/organizations/acme/tokens';
      const { json } = await call('POST', path, { name: 'x', scopes: ['org:read'] });
      expect(valueAt(json, 'token.kind')).to.equal('PAT');
      expect(valueAt(json, 'token.prefix')).to.equal('svc_pat');
      expect(valueAt(json, 'token.expires_at')).to.equal(undefined);
      expect((await call('POST', path, { name: 'x', kind: 'REPO', scopes: ['repo:read'] })).status).to.equal(400);
      const elsewhere = { name: 'x', kind: 'REPO', scopes: ['repo:read'], repository_id: somebodysId };
      expect((await call('POST', path, elsewhere)).status).to.equal(404);
      for (const days of [0, -1, 1.5, '30', 3651]) {
        expect((await call('POST', path, { name: 'x', scopes: ['org:read'], expires_in_days: days })).status).to.equal(400);
      }
    });
  });
}
