import { expect } from 'chai';
import { eachDatabase } from '../support/each-database.js';
import { type Answer, listAt, valueAt } from '../support/request.js';
import { startService, type TestService } from '../support/service.js';
import { createWorld, type TestOrganization, type TestUser, type World } from '../support/world.js';

const kinds = ['organizations', 'repositories', 'artifacts', 'files'] as const;

const listOf = ({ json }: Answer, kind: (typeof kinds)[number]): readonly unknown[] => listAt(json, kind);

const namesOf = (answer: Answer, kind: 'organizations' | 'repositories' = 'repositories'): readonly unknown[] =>
  listOf(answer, kind).map((found) => valueAt(found, 'name'));

for (const [name, open] of Object.entries(eachDatabase)) {
  describe(`search, kept ${name}`, () => {
    let service: TestService;
    let world: World;
    let owner: TestUser;
    let organization: TestOrganization;
    beforeEach(async () => {
      service = await startService({ open });
      world = createWorld(service);
      owner = await world.user('owner');
      organization = await world.organization(owner, 'Acme Models');
    });
    afterEach(() => service.close());

    const search = (q: string, more = '', token = owner.token): Promise<Answer> =>
      world.call('GET', `/search?q=${encodeURIComponent(q)}${more}`, { token });
    const repository = (body: Readonly<Record<string, unknown>>) => world.repository(owner, organization, body);

    it('answers the query with organizations, repositories, artifacts and files, each as its own list shows it', async () => {
      const id = await repository({ name: 'Model zoo', description: 'Weights' });
      const answer = await search('MOD');
      expect(answer.status).to.equal(200);
      const organizations = await world.call('GET', '/organizations', { token: owner.token });
      const repositories = await world.call('GET', `/organizations/${organization.id}/repositories`, { token: owner.token });
      expect(answer.json).to.deep.equal({
        query: 'MOD',
        organizations: valueAt(organizations.json, 'organizations'),
        repositories: valueAt(repositories.json, 'repositories'),
        artifacts: [],
        files: [],
      });
      const oid = await world.object(owner, id, new TextEncoder().encode('weights'));
      const [object] = [
        valueAt((await world.call('GET', `/repositories/${id}/objects`, { token: owner.token })).json, 'objects.0'),
      ];
      for (const digits of [oid, oid.slice(0, 4), oid.slice(0, 7).toUpperCase()]) {
        expect(listOf(await search(digits), 'artifacts')).to.deep.equal([{ ...Object(object), repository_id: id }]);
      }
      for (const digits of [oid.slice(0, 3), `${oid.slice(0, 6)}g`]) {
        expect(listOf(await search(digits), 'artifacts')).to.deep.equal([]);
      }
    });

    it('finds an object by a part of its name, and says the name and what it is', async () => {
      const id = await repository({ name: 'zoo' });
      await world.namedObjects(owner, id, [['models/Weights.safetensors', 'weights']]);
      const [found] = listOf(await search('weights.SAFE'), 'artifacts');
      expect(found).to.include({ name: 'models/Weights.safetensors', type: 'model', repository_id: id });
    });

    it('looks for one kind alone when it is told to, and for so many of each', async () => {
      for (const each of ['a', 'b', 'c']) await repository({ name: `Model ${each}` });
      const found = async (more: string) => {
        const answer = await search('model', more);
        return kinds.map((kind) => listOf(answer, kind).length);
      };
      expect(await found('')).to.deep.equal([1, 3, 0, 0]);
      expect(await found('&limit=2')).to.deep.equal([1, 2, 0, 0]);
      expect(await found('&type=organization')).to.deep.equal([1, 0, 0, 0]);
      expect(await found('&type=repository&limit=1')).to.deep.equal([0, 1, 0, 0]);
      expect(await found('&type=artifact')).to.deep.equal([0, 0, 0, 0]);
      expect(await found('&type=file')).to.deep.equal([0, 0, 0, 0]);
    });

    it('refuses a query that is missing, empty or too long, and numbers and kinds that there are not', async () => {
      const wrong: readonly (readonly [string, string, string])[] = [
        ['/search', 'q', 'missing'],
        ['/search?q=', 'q', 'out_of_range'],
        [`/search?q=${'x'.repeat(201)}`, 'q', 'out_of_range'],
        ['/search?q=x&type=user', 'type', 'unsupported'],
        ['/search?q=x&limit=0', 'limit', 'out_of_range'],
        ['/search?q=x&limit=51', 'limit', 'out_of_range'],
        ['/search?q=x&limit=ten', 'limit', 'malformed'],
      ];
      for (const [path, field, problem] of wrong) {
        const { status, json } = await world.call('GET', path, { token: owner.token });
        expect([status, valueAt(json, 'error.details')], path).to.deep.equal([400, { field, problem }]);
      }
      expect((await search('x'.repeat(200), '&limit=50')).status).to.equal(200);
      expect((await world.call('GET', '/search?q=x')).status).to.equal(401);
    });

    it('takes whatever is asked for as text, and ten thousand signs of it as too much', async () => {
      await repository({ name: 'Models' });
      for (const q of [
        '%',
        '_',
        '\\',
        '*',
        '"',
        "'",
        '" OR 1=1 --',
        "' or ''='",
        '%'.repeat(200),
        'a'.repeat(200),
        'NEAR(',
        ':*',
      ]) {
        const answer = await search(q);
        expect(answer.status, q).to.equal(200);
        for (const kind of kinds) expect(listOf(answer, kind), q).to.deep.equal([]);
      }
      for (const sign of ['%', 'a', '\u0301']) {
        const { status } = await search(sign.repeat(10_000));
        // A target of so many bytes is refused before it is even parsed.
        expect(status).to.be.oneOf([400, 431]);
      }
    });

    it('finds a repository by its new name from the change on, and not after it is deleted', async () => {
      const id = await repository({ name: 'Models' });
      await world.call('PATCH', `/repositories/${id}`, { token: owner.token, body: { name: 'Weights' } });
      expect(namesOf(await search('weights'))).to.deep.equal(['Weights']);
      await world.call('DELETE', `/repositories/${id}`, { token: owner.token });
      expect(namesOf(await search('weights'))).to.deep.equal([]);
      await world.call('PATCH', `/organizations/${organization.id}`, { token: owner.token, body: { name: 'Renamed' } });
      expect(namesOf(await search('renam'), 'organizations')).to.deep.equal(['Renamed']);
    });

    it('shows nobody what they may not know of', async () => {
      const ids = {
        open: await repository({ name: 'Engine open', visibility: 'PUBLIC' }),
        closed: await repository({ name: 'Engine closed' }),
      };
      for (const id of Object.values(ids)) await world.object(owner, id, new TextEncoder().encode('weights'));
      const oid = await world.object(owner, ids.open, new TextEncoder().encode('weights'));
      const [stranger, guest, hidden, payer] = [
        await world.user('stranger'),
        await world.user('guest'),
        await world.user('hidden'),
        await world.user('payer'),
      ];
      await world.member(organization, hidden, 'DEVELOPER');
      await world.member(organization, payer, 'BILLING');
      await world.member(organization, guest, 'VIEWER');
      const level = (user: TestUser, value: string) =>
        world.call('POST', `/repositories/${ids.closed}/members`, {
          token: owner.token,
          body: { user_id: user.id, level: value },
        });
      expect((await level(hidden, 'NONE')).status).to.equal(201);
      expect((await level(guest, 'READ')).status).to.equal(201);
      expect((await world.call('GET', `/repositories/${ids.open}`, { token: stranger.token })).status).to.equal(200);
      const seen = async (token: string) => {
        const places = listOf(await search(oid, '', token), 'artifacts').map((found) => valueAt(found, 'repository_id'));
        const repositories = listOf(await search('engine', '', token), 'repositories').map((found) => valueAt(found, 'id'));
        expect(places).to.have.members(repositories);
        return [
          repositories.includes(ids.open),
          repositories.includes(ids.closed),
          namesOf(await search('acme', '', token), 'organizations').length,
        ];
      };
      expect(await seen(owner.token)).to.deep.equal([true, true, 1]);
      expect(await seen(stranger.token)).to.deep.equal([false, false, 0]);
      expect(await seen(hidden.token)).to.deep.equal([true, false, 1]);
      expect(await seen(payer.token)).to.deep.equal([true, false, 1]);
      expect(await seen(guest.token)).to.deep.equal([true, true, 1]);

      const elsewhere = await world.organization(owner, 'Acme Elsewhere');
      await world.repository(owner, elsewhere, { name: 'Engine elsewhere' });
      expect(listOf(await search('engine'), 'repositories')).to.have.length(3);
      const token = async (body: Readonly<Record<string, unknown>>) => (await world.apiToken(owner, organization, body)).secret;
      expect(await seen(await token({ scopes: ['repo:read'] }))).to.deep.equal([true, true, 1]);
      expect(listOf(await search('elsewhere', '', await token({ scopes: ['repo:read'] })), 'repositories')).to.deep.equal([]);
      expect(await seen(await token({ scopes: ['usage:read'] }))).to.deep.equal([false, false, 1]);
      const bound = { kind: 'REPO', repository_id: ids.closed };
      expect(await seen(await token({ ...bound, scopes: ['repo:read'] }))).to.deep.equal([false, true, 0]);
      expect(await seen(await token({ ...bound, scopes: ['org:read'] }))).to.deep.equal([false, false, 0]);
    });
  });
}
