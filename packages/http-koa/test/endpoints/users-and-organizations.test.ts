import { expect } from 'chai';
import { eachDatabase } from '../support/each-database.js';
import { type Answer, listAt, textAt, valueAt } from '../support/request.js';
import { startService, type TestService } from '../support/service.js';
import { createWorld, type TestUser, type World } from '../support/world.js';

for (const [kind, open] of Object.entries(eachDatabase)) {
  describe(`users and organizations, kept ${kind}`, () => {
    let service: TestService;
    let world: World;
    let owner: TestUser;
    beforeEach(async () => {
      service = await startService({ open });
      world = createWorld(service);
      owner = await world.user('owner');
    });
    afterEach(() => service.close());

    const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
      world.call(method, path, { token: owner.token, body });

    it('PATCH /users/me changes the name and answers the user', async () => {
      const { status, json } = await call('PATCH', '/users/me', { name: 'Ada Lovelace' });
      expect(status).to.equal(200);
      expect(valueAt(json, 'user')).to.deep.equal({
        id: owner.id,
        email: owner.email,
        name: 'Ada Lovelace',
        status: 'ACTIVE',
        created_at: '2026-01-01T00:00:00.000Z',
      });
    });

    it('GET /users/me says what the request was made with, and what a token may do', async () => {
      expect(valueAt((await call('GET', '/users/me')).json, 'credential')).to.deep.equal({ kind: 'session' });
      const organization = await world.organization(owner, 'Acme');
      const scopes = ['repo:read', 'usage:read'];
      const { secret } = await world.apiToken(owner, organization, { scopes });
      const { json } = await world.call('GET', '/users/me', { token: secret });
      expect(valueAt(json, 'credential')).to.deep.equal({ kind: 'token', scopes });
    });

    it('POST /auth/session gives a session that works, and ends after twelve hours', async () => {
      const { status, json } = await call('POST', '/auth/session');
      expect(status).to.equal(201);
      expect(textAt(json, 'user.id')).to.equal(owner.id);
      expect(textAt(json, 'session.expires_at')).to.equal('2026-01-01T12:00:00.000Z');
      const token = textAt(json, 'session.token');
      expect((await world.call('GET', '/users/me', { token })).status).to.equal(200);
      service.clock.advance(12 * 3_600_000);
      expect((await world.call('GET', '/users/me', { token })).status).to.equal(401);
    });

    it('an organization is created, listed, read by id and slug, changed and deleted', async () => {
      const created = await call('POST', '/organizations', { name: 'Acme Corp.' });
      expect(created.status).to.equal(201);
      const id = textAt(created.json, 'organization.id');
      const organization = {
        id,
        name: 'Acme Corp.',
        slug: 'acme-corp',
        plan_id: 'business',
        created_at: '2026-01-01T00:00:00.000Z',
      };
      expect(created.json).to.deep.equal({ organization });
      expect((await call('GET', '/organizations')).json).to.deep.equal({ organizations: [{ ...organization, role: 'OWNER' }] });
      expect(valueAt((await call('GET', '/users/me')).json, 'organizations')).to.deep.equal([
        { id, name: 'Acme Corp.', slug: 'acme-corp', role: 'OWNER' },
      ]);
      for (const reference of [id, 'acme-corp']) {
        expect((await call('GET', `/organizations/${reference}`)).json).to.deep.equal({ organization });
      }
      const changed = await call('PATCH', '/organizations/acme-corp', { name: 'Acme', slug: 'acme' });
      expect(changed.status).to.equal(200);
      expect(changed.json).to.deep.equal({ organization: { ...organization, name: 'Acme', slug: 'acme' } });
      const deleted = await call('DELETE', `/organizations/${id}`);
      expect([deleted.status, deleted.text]).to.deep.equal([204, '']);
      expect((await call('GET', `/organizations/${id}`)).status).to.equal(404);
    });

    it('a slug that is taken is a conflict that says so', async () => {
      await world.organization(owner, 'Acme');
      const { status, json } = await call('POST', '/organizations', { name: 'Other', slug: 'acme' });
      expect(status).to.equal(409);
      expect(valueAt(json, 'error.code')).to.equal('conflict');
      expect(valueAt(json, 'error.details')).to.deep.equal({ reason: 'duplicate_slug' });
    });

    it('a slug that is none is refused', async () => {
      for (const slug of ['', 'Acme', 'a b', '-a', 'a-', 'a..b', 'ä', 'x'.repeat(101), owner.id]) {
        expect((await call('POST', '/organizations', { name: 'Acme', slug })).status, slug).to.equal(400);
      }
    });

    it('lists page: every item once, in order, and no cursor after the last', async () => {
      for (let at = 0; at < 7; at += 1) await world.organization(owner, `Org ${at}`);
      const seen: unknown[] = [];
      let query = '?limit=3';
      const sizes: number[] = [];
      for (;;) {
        const { json } = await call('GET', `/organizations${query}`);
        const items = listAt(json, 'organizations');
        sizes.push(items.length);
        seen.push(...items.map((item) => textAt(item, 'slug')));
        const cursor = valueAt(json, 'next_cursor');
        if (cursor === undefined) break;
        query = `?limit=3&cursor=${encodeURIComponent(textAt(json, 'next_cursor'))}`;
      }
      expect(sizes).to.deep.equal([3, 3, 1]);
      expect(seen).to.deep.equal([0, 1, 2, 3, 4, 5, 6].map((at) => `org-${at}`));
    });

    it('list parameters outside of their range are refused, unknown ones are ignored', async () => {
      for (const limit of ['0', '101', '-1', '1.5', 'x', '', '1e1', '99999999999', '%00']) {
        expect((await call('GET', `/organizations?limit=${limit}`)).status, limit).to.equal(400);
      }
      for (const query of ['?limit=1&limit=2', '?cursor=', '?cursor=%']) {
        expect((await call('GET', `/organizations${query}`)).status, query).to.equal(400);
      }
      expect(textAt((await call('GET', '/organizations?limit=1&limit=2')).json, 'error.details.field')).to.equal('limit');
      for (const query of ['?limit=1', '?limit=100', '?utm_source=x', '?']) {
        expect((await call('GET', `/organizations${query}`)).status, query).to.equal(200);
      }
    });

    it('an API token sees its own organization alone, and one bound to a repository sees none', async () => {
      const [acme, other] = [await world.organization(owner, 'Acme'), await world.organization(owner, 'Other')];
      const repository = await world.repository(owner, acme, { name: 'Models' });
      const token = await world.apiToken(owner, acme, { scopes: ['org:read'] });
      const bound = await world.apiToken(owner, acme, { kind: 'REPO', scopes: ['repo:read'], repository_id: repository });
      const slugsFor = async (credential: string): Promise<readonly unknown[]> => {
        const me = await world.call('GET', '/users/me', { token: credential });
        const list = await world.call('GET', '/organizations', { token: credential });
        return [me, list].map(({ json }) => listAt(json, 'organizations').map((item) => textAt(item, 'slug')));
      };
      expect(await slugsFor(owner.token)).to.deep.equal([
        ['acme', 'other'],
        ['acme', 'other'],
      ]);
      expect(await slugsFor(token.secret)).to.deep.equal([['acme'], ['acme']]);
      expect(await slugsFor(bound.secret)).to.deep.equal([[], []]);
      expect((await world.call('GET', `/organizations/${other.id}`, { token: token.secret })).status).to.equal(404);
      expect((await world.call('GET', `/organizations/${acme.id}`, { token: bound.secret })).status).to.equal(403);
    });
  });
}
