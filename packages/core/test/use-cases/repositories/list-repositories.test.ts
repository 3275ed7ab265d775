import { expect } from 'chai';
import { grantOrganization } from '../../../src/access/grant.js';
import { createOrganization, createRepository, organizationGrant, withToken } from '../../builders/organization-setting.js';
import { createWorld, errorOf, valueOf } from '../../builders/world.js';

const setting = async () => {
  const world = createWorld();
  const owner = await world.signIn('owner@svc.test');
  const organization = await createOrganization(world, owner, 'Acme');
  for (const name of ['charlie', 'alpha', 'bravo']) await createRepository(world, owner, organization.id, { name });
  const grant = await organizationGrant(world, owner, organization.id, 'repositories.read');
  return { world, owner, organization, grant };
};

describe('listRepositories', () => {
  it('pages by slug through the repositories of the organization alone', async () => {
    const { world, owner, grant } = await setting();
    const other = await createOrganization(world, owner, 'Other');
    await createRepository(world, owner, other.id, { name: 'aardvark' });
    const first = valueOf(await world.application.repositories.list(grant, { limit: 2 }));
    const second = valueOf(await world.application.repositories.list(grant, { limit: 2, cursor: first.nextCursor }));
    expect([...first.items, ...second.items].map(({ slug }) => slug)).to.deep.equal(['alpha', 'bravo', 'charlie']);
    expect(second.nextCursor).to.equal(undefined);
  });

  it("leaves out what the caller's own level hides", async () => {
    const { world, owner, organization, grant } = await setting();
    const [hidden] = valueOf(await world.application.repositories.list(grant, { limit: 1 })).items;
    if (hidden === undefined) throw new Error('there are repositories');
    const viewer = await world.addMember('viewer@svc.test', 'acme', 'VIEWER');
    const manage = await world.grant(owner, hidden.id, 'repository.members.manage');
    valueOf(await world.application.repositories.setMember(manage, { userId: viewer.userId, level: 'NONE' }));
    const ofViewer = await organizationGrant(world, viewer, organization.id, 'repositories.read');
    const listed = valueOf(await world.application.repositories.list(ofViewer, { limit: 10 })).items;
    expect(listed.map(({ slug }) => slug)).to.deep.equal(['bravo', 'charlie']);
    expect(valueOf(await world.application.repositories.list(grant, { limit: 10 })).items).to.have.length(3);
  });

  it('is out of reach for a token that is bound to one repository', async () => {
    const { world, owner, organization, grant } = await setting();
    const [repository] = valueOf(await world.application.repositories.list(grant, { limit: 1 })).items;
    const { caller } = withToken(owner, organization.id, ['repo:admin', 'org:read'], repository?.id);
    const refused = await world.application.authorize.organization(caller, organization.id, 'repositories.read');
    expect(errorOf(refused)).to.deep.equal({ kind: 'forbidden', reason: 'permission', permission: 'repositories.read' });
  });

  it('shows a token that is bound to one repository no other, should it ever come with a grant', async () => {
    const { world, owner, organization, grant } = await setting();
    const [repository] = valueOf(await world.application.repositories.list(grant, { limit: 1 })).items;
    const { caller } = withToken(owner, organization.id, ['org:read'], repository?.id);
    const held = new Set(['repositories.read'] as const);
    const forced = valueOf(grantOrganization(caller, organization, 'OWNER', held, 'repositories.read'));
    expect(valueOf(await world.application.repositories.list(forced, { limit: 10 })).items).to.deep.equal([repository]);
  });
});
