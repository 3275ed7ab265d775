import { expect } from 'chai';
import { startAcme } from '../support/acme.js';
import { eachDatabase } from '../support/each-database.js';
import { type Answer, listAt, textAt, valueAt } from '../support/request.js';
import type { TestService } from '../support/service.js';
import type { TestOrganization, TestUser, World } from '../support/world.js';

const somebodysId = 'ffffffff-0000-4000-8000-000000000000';
const path = '/organizations/acme/activity';

const eventsOf = ({ json }: Answer): readonly unknown[] => listAt(json, 'activity');

const typesOf = (answer: Answer): readonly unknown[] => eventsOf(answer).map((event) => valueAt(event, 'type'));

for (const [name, open] of Object.entries(eachDatabase)) {
  describe(`the activity of an organization, kept ${name}`, () => {
    let service: TestService;
    let world: World;
    let owner: TestUser;
    let organization: TestOrganization;
    let repository: string;
    beforeEach(async () => {
      ({ service, world, owner, organization } = await startAcme({ open }));
      repository = await world.repository(owner, organization, { name: 'Models' });
    });
    afterEach(() => service.close());

    const list = (query = '', token = owner.token, at = path): Promise<Answer> => world.call('GET', at + query, { token });

    it('tells of pushes, repositories, members and tokens, newest first', async () => {
      const actor = { id: owner.id, name: 'owner' };
      const of = { id: repository, slug: 'models' };
      const before = '2026-01-01T00:00:00.000Z';
      const after = '2026-01-01T00:00:01.000Z';
      service.clock.advance(1000);
      const member = await world.user('member');
      await world.member(organization, member, 'VIEWER');
      const { id: tokenId } = await world.apiToken(owner, organization, { name: 'build', scopes: ['repo:read'] });
      await world.object(owner, repository, Buffer.from('weights'));
      await world.call('PATCH', `/repositories/${repository}`, { token: owner.token, body: { slug: 'renamed' } });
      await world.call('PATCH', '/organizations/acme', { token: owner.token, body: { name: 'Acme & Sons' } });
      await world.call('DELETE', `/organizations/acme/tokens/${tokenId}`, { token: owner.token });
      const answer = await list();
      expect(answer.status).to.equal(200);
      const renamed = { ...of, slug: 'renamed' };
      const shown = eventsOf(answer).map((event) =>
        Object.fromEntries(Object.entries(event ?? {}).filter(([key]) => key !== 'id')),
      );
      expect(shown).to.deep.equal([
        { type: 'token.revoked', actor, data: { token_id: tokenId }, created_at: after },
        { type: 'organization.updated', actor, data: { name: 'Acme & Sons' }, created_at: after },
        { type: 'repository.updated', actor, repository: renamed, data: { slug: 'renamed' }, created_at: after },
        {
          type: 'repository.push',
          actor,
          repository: renamed,
          data: { objects: 1, bytes: 7, generation: 1 },
          created_at: after,
        },
        { type: 'token.created', actor, data: { token_id: tokenId, name: 'build', kind: 'PAT' }, created_at: after },
        { type: 'member.joined', data: { user_id: member.id, name: 'member', role: 'VIEWER' }, created_at: after },
        {
          type: 'repository.created',
          actor,
          repository: renamed,
          data: { visibility: 'PRIVATE', storage_mode: 'managed' },
          created_at: before,
        },
      ]);
    });

    it('is narrowed by type, actor and repository, and read part by part', async () => {
      const other = await world.user('other');
      await world.member(organization, other, 'DEVELOPER');
      const second = await world.repository(other, organization, { name: 'Data' });
      await world.object(other, second, Buffer.from('rows'));
      expect(typesOf(await list())).to.deep.equal([
        'repository.push',
        'repository.created',
        'member.joined',
        'repository.created',
      ]);
      expect(typesOf(await list('?type=repository.created'))).to.have.length(2);
      expect(typesOf(await list(`?actor=${owner.id}`))).to.deep.equal(['repository.created']);
      expect(typesOf(await list(`?repo=${second}`))).to.deep.equal(['repository.push', 'repository.created']);
      expect(typesOf(await list(`?repo=${second}&type=repository.push&actor=${other.id}`))).to.deep.equal(['repository.push']);
      for (const query of [`?repo=${somebodysId}`, `?actor=${somebodysId}`, '?type=member.left', '?skip=4', '?skip=10000']) {
        expect((await list(query)).json, query).to.deep.equal({ activity: [] });
      }
      expect(typesOf(await list('?limit=1&skip=1'))).to.deep.equal(['repository.created']);
      const ofRepository = `/repositories/${second}/activity`;
      expect(typesOf(await list('', owner.token, ofRepository))).to.deep.equal(['repository.push', 'repository.created']);
      expect(typesOf(await list('?skip=1&limit=200', owner.token, ofRepository))).to.deep.equal(['repository.created']);
      expect(typesOf(await list(`?actor=${owner.id}`, owner.token, ofRepository))).to.deep.equal([]);
      expect(typesOf(await list('?type=token.created', owner.token, ofRepository))).to.deep.equal([]);
    });

    it('shows nobody a repository that is hidden from them, nor what it was once it is gone', async () => {
      const member = await world.user('member');
      await world.member(organization, member, 'DEVELOPER');
      const hidden = await world.repository(owner, organization, { name: 'Secret' });
      const body = { user_id: member.id, level: 'NONE' };
      expect((await world.call('POST', `/repositories/${hidden}/members`, { token: owner.token, body })).status).to.equal(201);
      const { secret } = await world.apiToken(owner, organization, {
        kind: 'REPO',
        repository_id: hidden,
        scopes: ['repo:read'],
      });
      const expectHidden = async () => {
        expect(typesOf(await list('', member.token))).to.deep.equal(['member.joined', 'repository.created']);
        expect(typesOf(await list(`?repo=${hidden}`, member.token))).to.deep.equal([]);
      };
      await expectHidden();
      const ofHidden = `/repositories/${hidden}/activity`;
      expect((await list('', member.token, ofHidden)).status).to.equal(404);
      expect(typesOf(await list('', secret, ofHidden)), 'its own token').to.deep.equal(['repository.created']);
      expect((await list('', secret)).status, 'which reaches no organization').to.equal(403);
      expect((await world.call('DELETE', `/repositories/${hidden}`, { token: owner.token })).status).to.equal(204);
      await expectHidden();
      const [deleted] = eventsOf(await list());
      expect(valueAt(deleted, 'type')).to.equal('repository.deleted');
      expect(valueAt(deleted, 'repository')).to.deep.equal({ id: hidden, slug: 'secret' });
    });

    it('tells of tokens only who may list them', async () => {
      const { secret } = await world.apiToken(owner, organization, { scopes: ['org:read'] });
      const [developer, viewer] = [await world.user('developer'), await world.user('viewer')];
      await world.member(organization, developer, 'DEVELOPER');
      await world.member(organization, viewer, 'VIEWER');
      expect(typesOf(await list('?type=token.created'))).to.deep.equal(['token.created']);
      expect(typesOf(await list('?type=token.created', developer.token))).to.deep.equal(['token.created']);
      expect(typesOf(await list('', viewer.token))).not.to.include('token.created');
      expect(typesOf(await list('?type=token.created', viewer.token))).to.deep.equal([]);
      expect(typesOf(await list('?type=token.created', secret))).to.deep.equal([]);
    });
  });
}

describe('a request for activity', () => {
  let service: TestService;
  let world: World;
  let owner: TestUser;
  let repository: string;
  before(async () => {
    const acme = await startAcme();
    ({ service, world, owner } = acme);
    repository = await world.repository(owner, acme.organization, { name: 'Models' });
  });
  after(() => service.close());

  it('is refused with the parameter that is wrong', async () => {
    const wrong = [
      ['limit=0', 'limit', 'out_of_range'],
      ['limit=201', 'limit', 'out_of_range'],
      ['limit=-1', 'limit', 'malformed'],
      ['limit=ten', 'limit', 'malformed'],
      ['limit=', 'limit', 'malformed'],
      ['skip=10001', 'skip', 'out_of_range'],
      ['skip=-1', 'skip', 'malformed'],
      ['type=push', 'type', 'unsupported'],
      ['actor=owner', 'actor', 'malformed'],
    ] as const;
    for (const at of [path, `/repositories/${repository}/activity`]) {
      for (const [query, field, problem] of wrong) {
        const { status, json } = await world.call('GET', `${at}?${query}`, { token: owner.token });
        expect([status, valueAt(json, 'error.details')], query).to.deep.equal([400, { field, problem }]);
      }
    }
    const { status, json } = await world.call('GET', `${path}?repo=models`, { token: owner.token });
    expect([status, valueAt(json, 'error.details')]).to.deep.equal([400, { field: 'repo', problem: 'malformed' }]);
  });

  it('may ask for 1 to 200 events and skip 0 to 10,000', async () => {
    for (const query of ['limit=1', 'limit=200', 'skip=0', 'skip=10000', 'limit=200&skip=10000']) {
      const answer = await world.call('GET', `${path}?${query}`, { token: owner.token });
      expect(answer.status, query).to.equal(200);
    }
    for (let count = 0; count < 60; count += 1) {
      const body = { description: `${count}` };
      await world.call('PATCH', `/repositories/${repository}`, { token: owner.token, body });
    }
    expect(eventsOf(await world.call('GET', path, { token: owner.token }))).to.have.length(50);
    expect(eventsOf(await world.call('GET', `${path}?limit=200`, { token: owner.token }))).to.have.length(61);
    expect(textAt((await world.call('GET', `${path}?skip=60`, { token: owner.token })).json, 'activity.0.type')).to.equal(
      'repository.created',
    );
  });
});
