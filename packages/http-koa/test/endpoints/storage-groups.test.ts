import { expect } from 'chai';
import { startAcme } from '../support/acme.js';
import { eachDatabase } from '../support/each-database.js';
import { type Answer, textAt, valueAt } from '../support/request.js';
import type { TestService } from '../support/service.js';
import type { TestOrganization, TestUser, World } from '../support/world.js';

const path = '/organizations/acme/storage-groups';
const unknownId = 'ffffffff-0000-4000-8000-000000000000';
const unknownGroup = { field: 'storage_group_id', problem: 'unknown' };

for (const [kind, open] of Object.entries(eachDatabase)) {
  describe(`storage groups, kept ${kind}`, () => {
    let service: TestService;
    let world: World;
    let owner: TestUser;
    let organization: TestOrganization;
    beforeEach(async () => {
      ({ service, world, owner, organization } = await startAcme({ open }));
    });
    afterEach(() => service.close());

    const call = (method: string, at: string, body?: unknown): Promise<Answer> =>
      world.call(method, at, { token: owner.token, body });
    const create = (name: string) => world.storageGroup(owner, organization, name);

    it('are created, listed, read, changed and deleted, and each change is audited', async () => {
      const created = await call('POST', path, { name: 'Weights', description: 'All of them' });
      expect(created.status).to.equal(201);
      const id = textAt(created.json, 'storage_group.id');
      const group = {
        id,
        organization_id: organization.id,
        name: 'Weights',
        description: 'All of them',
        repository_count: 0,
        physical_bytes: 0,
        created_at: '2026-01-01T00:00:00.000Z',
        updated_at: '2026-01-01T00:00:00.000Z',
      };
      expect(created.json).to.deep.equal({ storage_group: group });
      expect((await call('GET', path)).json).to.deep.equal({ storage_groups: [group] });
      expect((await call('GET', `${path}/${id}`)).json).to.deep.equal({ storage_group: group });

      service.clock.advance(1000);
      const changed = await call('PATCH', `${path}/${id}`, { name: 'Models' });
      const after = { ...group, name: 'Models', updated_at: '2026-01-01T00:00:01.000Z' };
      expect([changed.status, changed.json]).to.deep.equal([200, { storage_group: after }]);
      service.clock.advance(1000);
      expect((await call('PATCH', `${path}/${id}`, { name: 'Models', description: 'All of them' })).json).to.deep.equal({
        storage_group: after,
      });

      const deleted = await call('DELETE', `${path}/${id}`);
      expect([deleted.status, deleted.text]).to.deep.equal([204, '']);
      for (const method of ['GET', 'DELETE']) expect((await call(method, `${path}/${id}`)).status).to.equal(404);
      expect((await call('PATCH', `${path}/${id}`, { name: 'x' })).status).to.equal(404);
      expect((await call('GET', path)).json).to.deep.equal({ storage_groups: [] });
      const { json } = await call('GET', '/organizations/acme/audit');
      const told = [0, 1, 2].map((at) => [valueAt(json, `events.${at}.action`), valueAt(json, `events.${at}.target`)]);
      expect(told).to.deep.equal([
        ['storage_group.delete', id],
        ['storage_group.update', id],
        ['storage_group.create', id],
      ]);
      expect(valueAt(json, 'events.3.action')).to.equal('organization.create');
    });

    it('are listed by name, page by page', async () => {
      for (const name of ['c', 'a', 'b']) await create(name);
      const first = await call('GET', `${path}?limit=2`);
      const second = await call('GET', `${path}?limit=2&cursor=${encodeURIComponent(textAt(first.json, 'next_cursor'))}`);
      const nameOf = (json: unknown, at: number) => valueAt(json, `storage_groups.${at}.name`);
      expect([nameOf(first.json, 0), nameOf(first.json, 1), nameOf(second.json, 0)]).to.deep.equal(['a', 'b', 'c']);
      expect(valueAt(second.json, 'next_cursor')).to.equal(undefined);
    });

    it('have a name that no other group of the organization has', async () => {
      await create('Weights');
      const other = await create('Data');
      for (const refused of [
        await call('POST', path, { name: 'Weights' }),
        await call('PATCH', `${path}/${other}`, { name: 'Weights' }),
      ]) {
        expect(refused.status).to.equal(409);
        expect(valueAt(refused.json, 'error.details')).to.deep.equal({ reason: 'duplicate_name' });
      }
      const elsewhere = await world.organization(owner, 'Elsewhere');
      await world.storageGroup(owner, elsewhere, 'Weights');
    });

    it('are refused with the field that is wrong', async () => {
      const group = await create('Weights');
      const wrong: readonly (readonly [unknown, string])[] = [
        [{}, 'name'],
        [{ name: '' }, 'name'],
        [{ name: 'a\nb' }, 'name'],
        [{ name: 'x'.repeat(201) }, 'name'],
        [{ name: 'x', description: 'x'.repeat(4001) }, 'description'],
        [{ name: 'x', repositories: [] }, 'repositories'],
      ];
      for (const [body, field] of wrong) {
        const refused = await call('POST', path, body);
        expect([refused.status, valueAt(refused.json, 'error.details.field')]).to.deep.equal([400, field]);
      }
      expect((await call('PATCH', `${path}/${group}`, { name: null })).status).to.equal(400);
      expect((await call('GET', `${path}/Weights`)).status).to.equal(400);
    });

    it('are joined and left by repositories, in create and in PATCH', async () => {
      const [first, second] = [await create('First'), await create('Second')];
      const repository = await world.repository(owner, organization, { name: 'Models', storage_group_id: first });
      await world.object(owner, repository, new TextEncoder().encode('weights'));
      const at = `/repositories/${repository}`;
      const groupOf = (answer: Answer) => valueAt(answer.json, 'repository.storage_group_id');
      const counts = async () => {
        const { json } = await call('GET', path);
        return [0, 1].map((index) => [
          valueAt(json, `storage_groups.${index}.repository_count`),
          valueAt(json, `storage_groups.${index}.physical_bytes`),
        ]);
      };
      expect(groupOf(await call('GET', at))).to.equal(first);
      expect(await counts()).to.deep.equal([
        [1, 7],
        [0, 0],
      ]);
      expect(groupOf(await call('PATCH', at, { storage_group_id: second }))).to.equal(second);
      expect(groupOf(await call('PATCH', at, { name: 'Renamed' }))).to.equal(second);
      expect(await counts()).to.deep.equal([
        [0, 0],
        [1, 7],
      ]);
      expect(groupOf(await call('PATCH', at, { storage_group_id: null }))).to.equal(undefined);
      expect(await counts()).to.deep.equal([
        [0, 0],
        [0, 0],
      ]);
    });

    it('leave their repositories behind, with all their data', async () => {
      const group = await create('Weights');
      const repository = await world.repository(owner, organization, { name: 'Models', storage_group_id: group });
      const oid = await world.object(owner, repository, new TextEncoder().encode('weights'));
      expect((await call('DELETE', `${path}/${group}`)).status).to.equal(204);
      const { json } = await call('GET', `/repositories/${repository}`);
      expect(valueAt(json, 'repository.storage_group_id')).to.equal(undefined);
      expect(valueAt((await call('GET', `/repositories/${repository}/objects`)).json, 'objects.0.oid')).to.equal(oid);
    });

    it('take in no repository of another organization', async () => {
      const elsewhere = await world.organization(owner, 'Elsewhere');
      const theirs = await world.storageGroup(owner, elsewhere, 'Theirs');
      const repository = await world.repository(owner, organization, { name: 'Models' });
      for (const storage_group_id of [theirs, unknownId]) {
        const body = { name: 'x', storage_group_id };
        for (const refused of [
          await call('POST', '/organizations/acme/repositories', body),
          await call('PATCH', `/repositories/${repository}`, body),
        ]) {
          expect([refused.status, valueAt(refused.json, 'error.details')]).to.deep.equal([400, unknownGroup]);
        }
      }
      expect((await call('GET', `${path}/${theirs}`)).status).to.equal(404);
      expect((await call('PATCH', `${path}/${theirs}`, { name: 'Ours' })).status).to.equal(404);
      expect((await call('DELETE', `${path}/${theirs}`)).status).to.equal(404);
    });

    it('tell a member nothing of the repositories that are hidden from them', async () => {
      const group = await create('Weights');
      const repository = await world.repository(owner, organization, { name: 'Models', storage_group_id: group });
      const developer = await world.user('developer');
      await world.member(organization, developer, 'DEVELOPER');
      await call('POST', `/repositories/${repository}/members`, { user_id: developer.id, level: 'NONE' });
      const countFor = async ({ token }: TestUser) =>
        valueAt((await world.call('GET', `${path}/${group}`, { token })).json, 'storage_group.repository_count');
      expect([await countFor(owner), await countFor(developer)]).to.deep.equal([1, 0]);
    });
  });
}
