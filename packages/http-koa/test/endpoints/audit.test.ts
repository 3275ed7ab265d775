import { expect } from 'chai';
import { startAcme } from '../support/acme.js';
import { eachDatabase } from '../support/each-database.js';
import { type Answer, textAt, valueAt } from '../support/request.js';
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
        details: {
          name: { new: 'Models' },
          slug: { new: 'models' },
          visibility: { new: 'PRIVATE' },
          storage_mode: { new: 'managed' },
        },
        ip_address: '127.0.0.1',
        user_agent: 'curl/8',
        created_at: '2026-01-01T00:00:01.000Z',
      });
      expect(at(4)).to.deep.include({ action: 'organization.create', target: organization.id });
    });

    it('tells what each action changed: what was before and what is since, and whom or what it was about', async () => {
      await start('business');
      const told = async (action: string): Promise<unknown> => {
        const { json } = await call('GET', path);
        expect(valueAt(json, 'events.0.action')).to.equal(action);
        return valueAt(json, 'events.0.details');
      };
      const expectDone = async (method: string, at: string, body?: unknown): Promise<Answer> => {
        service.clock.advance(1000);
        const answer = await call(method, at, body);
        expect(answer.status, `${method} ${at}`).to.be.within(200, 204);
        return answer;
      };
      const acme = '/organizations/acme';
      const repositoryId = await world.repository(owner, organization, { name: 'Models' });
      const repository = `/repositories/${repositoryId}`;
      const member = await world.user('member');
      const person = { name: 'member', email: member.email };
      service.clock.advance(1000);
      await world.member(organization, member, 'VIEWER');
      expect(await told('organization.member.set')).to.deep.equal({ ...person, role: { new: 'VIEWER' } });
      await expectDone('PATCH', `${acme}/members/${member.id}`, { role: 'DEVELOPER' });
      expect(await told('organization.member.set')).to.deep.equal({ ...person, role: { old: 'VIEWER', new: 'DEVELOPER' } });
      await expectDone('PATCH', acme, { name: 'Acme 2' });
      expect(await told('organization.update')).to.deep.equal({ name: { old: 'Acme', new: 'Acme 2' } });
      await expectDone('PATCH', repository, { name: 'Nets', description: 'long' });
      expect(await told('repository.update')).to.deep.equal({
        name: { old: 'Models', new: 'Nets' },
        description_changed: true,
      });
      const onRepository = { ...person, repository_id: repositoryId };
      await expectDone('POST', `${repository}/members`, { user_id: member.id, level: 'READ' });
      expect(await told('repository.member.set')).to.deep.equal({ ...onRepository, level: { new: 'READ' } });
      await expectDone('POST', `${repository}/members`, { user_id: member.id, level: 'NONE' });
      expect(await told('repository.member.set')).to.deep.equal({ ...onRepository, level: { old: 'READ', new: 'NONE' } });
      await expectDone('DELETE', `${repository}/members/${member.id}`);
      expect(await told('repository.member.remove')).to.deep.equal({ ...onRepository, level: { old: 'NONE' } });
      const email = 'friend@elsewhere.test';
      const invited = await expectDone('POST', `${acme}/invitations`, { email, role: 'VIEWER' });
      expect(await told('organization.invitation.create')).to.deep.equal({ email, role: { new: 'VIEWER' } });
      await expectDone('DELETE', `${acme}/invitations/${textAt(invited.json, 'invitation.id')}`);
      expect(await told('organization.invitation.revoke')).to.deep.equal({ email, role: 'VIEWER' });
      await expectDone('POST', `${repository}/invitations`, { email, level: 'WRITE' });
      expect(await told('repository.invitation.create')).to.deep.equal({
        email,
        repository_id: repositoryId,
        level: { new: 'WRITE' },
      });
      const scopes = ['repo:read'];
      const made = await expectDone('POST', `${acme}/tokens`, { name: 'ci', kind: 'CI', scopes, expires_in_days: 3 });
      const token = { name: { new: 'ci' }, kind: { new: 'CI' }, scopes: { new: scopes }, user_id: { new: owner.id } };
      expect(await told('token.create')).to.deep.equal({ ...token, expires_in_days: { new: 3 } });
      await expectDone('DELETE', `${acme}/tokens/${textAt(made.json, 'token.id')}`);
      expect(await told('token.revoke')).to.deep.equal({
        name: { old: 'ci' },
        kind: { old: 'CI' },
        scopes: { old: scopes },
        user_id: { old: owner.id },
      });
      const group = await expectDone('POST', `${acme}/storage-groups`, { name: 'Cold' });
      const groupPath = `${acme}/storage-groups/${textAt(group.json, 'storage_group.id')}`;
      await expectDone('PATCH', groupPath, { name: 'Warm' });
      expect(await told('storage_group.update')).to.deep.equal({ name: { old: 'Cold', new: 'Warm' } });
      await expectDone('DELETE', groupPath);
      expect(await told('storage_group.delete')).to.deep.equal({ name: { old: 'Warm' } });
      await world.object(owner, repositoryId, Buffer.from('weights'));
      const push = (await call('GET', path)).json;
      expect(valueAt(push, 'events.0.details')).to.include({ generation: 1, objects: 1, bytes: 7 });
      await expectDone('DELETE', `${acme}/members/${member.id}`);
      expect(await told('organization.member.remove')).to.deep.equal({ ...person, role: { old: 'DEVELOPER' } });
      await expectDone('DELETE', repository);
      expect(await told('repository.delete')).to.deep.equal({
        name: { old: 'Nets' },
        slug: { old: 'models' },
        visibility: { old: 'PRIVATE' },
      });
    });

    it('gives events ids that say nothing of what happens elsewhere', async () => {
      await start('team');
      const ids = async (): Promise<readonly string[]> =>
        [valueAt((await call('GET', path)).json, 'events')].flat().map((event) => textAt(event, 'id'));
      const before = await ids();
      const other = await world.organization(owner, 'Elsewhere');
      for (let at = 0; at < 5; at += 1) await world.repository(owner, other, { name: `Busy ${at}` });
      service.clock.advance(1);
      await call('PATCH', '/organizations/acme', { name: 'Acme 2' });
      const after = await ids();
      expect(after.slice(1)).to.deep.equal(before);
      const [next, last] = after.map(Number);
      expect(Number.isNaN(next) || next === (last ?? 0) + 1, after.join(' after ')).to.equal(true);
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
