import { expect } from 'chai';
import { createOrganization } from '../../builders/organization-setting.js';
import { createWorld, errorOf, slug, valueOf, withRepository } from '../../builders/world.js';

const all = { limit: 100 };

describe('the lists of an operator', () => {
  it('have everybody and every organization', async () => {
    const world = createWorld();
    const { operator } = world.application;
    const { owner } = await withRepository(world);
    await createOrganization(world, await world.signIn('eve@svc.test'), 'Eve');
    const users = valueOf(await operator.listUsers(all)).items;
    expect(users.map(({ email }) => email)).to.include('eve@svc.test');
    expect(users.map(({ id }) => id)).to.include(owner.userId);
    const organizations = valueOf(await operator.listOrganizations(all)).items;
    expect(organizations.map((organization) => organization.slug)).to.include.members(['eve']);
    const { nextCursor } = valueOf(await operator.listOrganizations({ limit: 1 }));
    const rest = valueOf(await operator.listOrganizations({ limit: 1, cursor: nextCursor })).items;
    expect(rest).to.deep.equal([organizations[1]]);
  });

  it('have what an organization has, and nothing of others', async () => {
    const world = createWorld();
    const { operator } = world.application;
    const { repository } = await withRepository(world);
    await createOrganization(world, await world.signIn('eve@svc.test'), 'Eve');
    const of = { organization: slug('acme') };
    expect(valueOf(await operator.listRepositories(of, all)).items.map(({ id }) => id)).to.deep.equal([repository.id]);
    expect(valueOf(await operator.listRepositories({ organization: slug('eve') }, all)).items).to.deep.equal([]);
    expect(valueOf(await operator.listTokens(of, all)).items).to.deep.equal([]);
  });

  it('find no organization where there is none', async () => {
    const { operator } = createWorld().application;
    const nobody = { organization: slug('nobody') };
    expect(errorOf(await operator.listRepositories(nobody, all))).to.deep.equal({ kind: 'not_found' });
    expect(errorOf(await operator.listTokens(nobody, all))).to.deep.equal({ kind: 'not_found' });
  });
});
