import { expect } from 'chai';
import { eachDatabase } from '../support/each-database.js';
import { listAt, valueAt } from '../support/request.js';
import { startService, type TestService } from '../support/service.js';
import { createWorld, type TestOrganization, type TestUser, type World } from '../support/world.js';

interface Tenant {
  readonly owner: TestUser;
  readonly organization: TestOrganization;
  readonly repository: string;
}

/** The lists of a tenant, by the name of what they hold. */
const lists = {
  members: ({ organization }: Tenant) => `/organizations/${organization.id}/members`,
  invitations: ({ organization }: Tenant) => `/organizations/${organization.id}/invitations`,
  tokens: ({ organization }: Tenant) => `/organizations/${organization.id}/tokens`,
  webhooks: ({ organization }: Tenant) => `/organizations/${organization.id}/webhooks`,
  connections: ({ organization }: Tenant) => `/organizations/${organization.id}/storage/connections`,
  storage_groups: ({ organization }: Tenant) => `/organizations/${organization.id}/storage-groups`,
  repositories: ({ organization }: Tenant) => `/organizations/${organization.id}/repositories`,
  objects: ({ repository }: Tenant) => `/repositories/${repository}/objects`,
  locks: ({ repository }: Tenant) => `/repositories/${repository}/lfs/locks`,
} as const;

type ListName = keyof typeof lists;
const isListName = (name: string): name is ListName => name in lists;
const listNames = Object.keys(lists).filter(isListName);

const perTenant = 3;

for (const [kind, open] of Object.entries(eachDatabase)) {
  describe(`a cursor of another tenant, kept ${kind}`, () => {
    let service: TestService;
    let world: World;
    let ours: Tenant;
    let theirs: Tenant;

    const post = async ({ owner }: Tenant, path: string, body: unknown): Promise<void> => {
      const answer = await world.call('POST', path, { token: owner.token, body });
      expect(answer.status, answer.text).to.equal(201);
    };

    const newTenant = async (name: string): Promise<Tenant> => {
      const owner = await world.user(`${name}-owner`);
      const organization = await world.organization(owner, name);
      return { owner, organization, repository: await world.repository(owner, organization, { name: 'Models' }) };
    };

    /** One more row of every list, with the same texts for both tenants. */
    const addRows = async (tenant: Tenant, name: string, number: number): Promise<void> => {
      const { owner, organization, repository } = tenant;
      await world.member(organization, await world.user(`${name}-${number}`), 'VIEWER');
      await post(tenant, `/organizations/${organization.id}/invitations`, { email: `${number}@example.org`, role: 'VIEWER' });
      await world.apiToken(owner, organization, { kind: 'CI', scopes: ['repo:read'] });
      await world.webhook(owner, organization, `https://hooks.example/${number}`);
      await world.connection(owner, organization, { name: `Bucket ${number}` });
      await world.storageGroup(owner, organization, `Group ${number}`);
      await world.repository(owner, organization, { name: `Models ${number}` });
      await world.object(owner, repository, Buffer.from(`object ${number}`));
      await post(tenant, `/repositories/${repository}/lfs/locks`, { path: `file ${number}` });
    };

    before(async () => {
      service = await startService({ open });
      world = createWorld(service);
      [ours, theirs] = [await newTenant('ours'), await newTenant('theirs')];
      for (let number = 0; number < perTenant; number += 1) {
        await addRows(ours, 'ours', number);
        await addRows(theirs, 'theirs', number);
        // Two rows of each tenant are of one moment, and the last one is of another.
        if (number === perTenant - 2) service.clock.advance(1000);
      }
    });
    after(() => service.close());

    const page = async (name: ListName, tenant: Tenant, query: Readonly<Record<string, string>>) => {
      const path = `${lists[name](tenant)}?${new URLSearchParams(query).toString()}`;
      const answer = await world.call('GET', path, { token: tenant.owner.token });
      expect(answer.status, answer.text).to.equal(200);
      return { rows: listAt(answer.json, name), cursor: valueAt(answer.json, 'next_cursor') };
    };

    const cursorsOf = async (name: ListName, tenant: Tenant): Promise<readonly string[]> => {
      const cursors: string[] = [];
      for (let cursor: unknown = ''; typeof cursor === 'string';) {
        ({ cursor } = await page(name, tenant, { limit: '1', ...(cursor === '' ? {} : { cursor }) }));
        if (typeof cursor === 'string') cursors.push(cursor);
      }
      return cursors;
    };

    for (const name of listNames) {
      it(`shows the rest of one’s own list from some place on, and nothing of theirs: ${name}`, async () => {
        const { rows: all } = await page(name, ours, { limit: '100' });
        expect(all.length).to.be.at.least(perTenant);
        const own = await cursorsOf(name, ours);
        expect(own).to.have.length(all.length - 1);
        for (const [at, cursor] of own.entries())
          expect((await page(name, ours, { limit: '100', cursor })).rows, `after row ${at}`).to.deep.equal(all.slice(at + 1));
        for (const cursor of await cursorsOf(name, theirs)) {
          const { rows } = await page(name, ours, { limit: '100', cursor });
          expect(rows).to.deep.equal(all.slice(all.length - rows.length));
        }
      });
    }
  });
}
