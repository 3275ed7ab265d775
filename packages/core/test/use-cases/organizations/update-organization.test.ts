import { expect } from 'chai';
import { auditTrail, createOrganization, organizationGrant } from '../../builders/organization-setting.js';
import { createWorld, errorOf, slug, valueOf } from '../../builders/world.js';

const setting = async () => {
  const world = createWorld();
  const owner = await world.signIn('owner@svc.test');
  const organization = await createOrganization(world, owner, 'Acme');
  const grant = await organizationGrant(world, owner, organization.id, 'organization.update');
  return { world, owner, organization, grant };
};

describe('updateOrganization', () => {
  it('changes what is given and leaves the rest', async () => {
    const { world, owner, organization, grant } = await setting();
    const renamed = valueOf(await world.application.organizations.update(grant, { name: 'Acme Ltd' }));
    expect(renamed).to.deep.equal({ ...organization, name: 'Acme Ltd' });
    const moved = valueOf(await world.application.organizations.update(grant, { slug: slug('ltd') }));
    expect(moved).to.deep.equal({ ...organization, name: 'Acme Ltd', slug: 'ltd' });
    const read = await organizationGrant(world, owner, slug('ltd'), 'organization.read');
    expect(valueOf(await world.application.organizations.get(read))).to.deep.equal(moved);
  });

  it('returns the organization unchanged, and leaves no trace, when nothing is to change', async () => {
    const { world, organization, grant } = await setting();
    const trail = auditTrail(world);
    for (const command of [{}, { name: organization.name, slug: organization.slug }]) {
      expect(valueOf(await world.application.organizations.update(grant, command))).to.deep.equal(organization);
    }
    expect(trail()).to.deep.equal([]);
  });

  it('is audited', async () => {
    const { world, organization, grant } = await setting();
    const trail = auditTrail(world);
    valueOf(await world.application.organizations.update(grant, { name: 'New' }));
    expect(trail()).to.deep.equal([`organization.update ${organization.id}`]);
  });

  it('refuses a name that is no line of text', async () => {
    const { world, grant } = await setting();
    for (const name of ['', ' ', 'a\0']) {
      const refused = errorOf(await world.application.organizations.update(grant, { name }));
      expect(refused, JSON.stringify(name)).to.deep.equal({ kind: 'bad_request', field: 'name', problem: 'malformed' });
    }
  });

  it('refuses a slug that another organization has', async () => {
    const { world, owner, grant } = await setting();
    await createOrganization(world, owner, 'Other');
    const refused = await world.application.organizations.update(grant, { name: 'New', slug: slug('other') });
    expect(errorOf(refused)).to.deep.equal({ kind: 'conflict', reason: 'duplicate_slug' });
  });

  it('finds no organization that was removed meanwhile', async () => {
    const { world, owner, organization, grant } = await setting();
    const removal = await organizationGrant(world, owner, organization.id, 'organization.delete');
    valueOf(await world.application.organizations.remove(removal));
    expect(errorOf(await world.application.organizations.update(grant, { name: 'New' }))).to.deep.equal({ kind: 'not_found' });
  });
});
