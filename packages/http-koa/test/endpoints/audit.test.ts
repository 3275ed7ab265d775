import { expect } from 'chai';
import { startAcme } from '../support/acme.js';
import { eachDatabase } from '../support/each-database.js';
import { type Answer, valueAt } from '../support/request.js';
import type { TestService } from '../support/service.js';
import type { TestOrganization, TestUser, World } from '../support/world.js';

const path = '/organizations/acme/audit';

for (const [kind, open] of Object.entries(eachDatabase)) {
  describe(`the audit log, kept ${kind}`, () => {
    let service: TestService;
    let world: World;
    let owner: TestUser;
    let organization: TestOrganization;
    const start = async (defaultPlan: 'free' | 'developer' | 'team' | 'business'): Promise<void> => {
      ({ service, world, owner, organization } = await startAcme({ defaultPlan, open }));
    };
    afterEach(() => service.close());

    const call = (method: string, at: string, body?: unknown, headers = {}): Promise<Answer> =>
      world.call(method, at, { token: owner.token, body, headers });

    it('tells who did what to what, with what, from where and when, newest first', async () => {
      await start('team');
      service.clock.advance(1000);
      const headers = { 'user-agent': 'curl/8' };
      const repository = await call('POST', '/organizations/acme/repositories', { name: 'Models' }, headers);
      const token = await world.apiToken(owner, organization, { scopes: ['repo:admin'] });
      service.clock.advance(1000);
      await world.call('PATCH', `/repositories/${String(valueAt(repository.json, 'repository.id'))}`, {
        token: token.secret,
        body: { name: 'Nets' },
      });
      const member = await world.user('member');
      await world.member(organization, member, 'VIEWER');
      const { status, json } = await call('GET', path);
      expect(status).to.equal(200);
      const at = (index: number, path = ''): unknown => valueAt(json, `events.${index}${path}`);
      const ids = [0, 1, 2, 3, 4].map((index) => at(index, '.id'));
      expect(new Set(ids).size).to.equal(5);
      expect(at(5)).to.equal(undefined);
      const actor = { type: 'user', id: owner.id, name: at(1, '.actor.name'), email: owner.email };
      const repositoryId = valueAt(repository.json, 'repository.id');
      expect(at(0)).to.deep.include({ action: 'organization.member.set', actor: { type: 'operator' } });
      expect(at(0, '.ip_address')).to.equal(undefined);
      expect(at(1)).to.deep.include({ action: 'repository.update', target: repositoryId, actor, token_id: token.id });
      expect(at(3)).to.deep.equal({
        id: ids[3],
        action: 'repository.create',
        actor,
        target: repositoryId,
        ip_address: '127.0.0.1',
        user_agent: 'curl/8',
        created_at: '2026-01-01T00:00:01.000Z',
      });
      expect(at(4)).to.deep.include({ action: 'organization.create', target: organization.id });
    });

    it('shows the last 100 events', async () => {
      await start('team');
      for (let at = 0; at < 101; at += 1) {
        service.clock.advance(1);
        await call('PATCH', '/organizations/acme', { name: `Name ${at}` });
      }
      const { json } = await call('GET', path);
      expect(valueAt(json, 'events.99.action')).to.equal('organization.update');
      expect(valueAt(json, 'events.100')).to.equal(undefined);
      expect(valueAt(json, 'events.0.created_at')).to.equal('2026-01-01T00:00:00.101Z');
      expect(valueAt(json, 'events.99.created_at')).to.equal('2026-01-01T00:00:00.002Z');
    });

    it('is of the organization alone', async () => {
      await start('team');
      await world.organization(owner, 'Elsewhere');
      const { json } = await call('GET', path);
      expect(valueAt(json, 'events.0.target')).to.equal(organization.id);
      expect(valueAt(json, 'events.1')).to.equal(undefined);
    });

    for (const plan of ['free', 'developer'] as const) {
      it(`is no part of the plan ${plan}, which says so to those alone who could read it`, async () => {
        await start(plan);
        const { status, json } = await call('GET', path);
        expect(status).to.equal(403);
        expect(valueAt(json, 'error.code')).to.equal('forbidden');
        expect(valueAt(json, 'error.details')).to.deep.equal({ reason: 'plan_without_audit_log' });
        const developer = await world.user('developer');
        await world.member(organization, developer, 'DEVELOPER');
        const refused = await world.call('GET', path, { token: developer.token });
        expect([refused.status, valueAt(refused.json, 'error.details')]).to.deep.equal([403, undefined]);
        const stranger = await world.user('stranger');
        expect((await world.call('GET', path, { token: stranger.token })).status).to.equal(404);
      });
    }
  });
}
