import { expect } from 'chai';
import { ok } from 'neverthrow';
import { createApplication } from '../../../src/application.js';
import { createCountedRandom } from '../../../src/memory/counted-random.js';
import { createMemoryBillingProvider } from '../../../src/memory/memory-billing-provider.js';
import { auditTrail, createOrganization, createRepository, organizationGrant } from '../../builders/organization-setting.js';
import { pushTexts } from '../../builders/push-texts.js';
import { createWorld, errorOf, slug, valueOf } from '../../builders/world.js';

const setting = async () => {
  const world = createWorld();
  const owner = await world.signIn('owner@svc.test');
  const organization = await createOrganization(world, owner, 'Acme');
  const grant = await organizationGrant(world, owner, organization.id, 'organization.delete');
  return { world, owner, organization, grant };
};

describe('deleteOrganization', () => {
  it('removes the organization with its repositories, also with those that hide from the owner', async () => {
    const { world, owner, organization, grant } = await setting();
    const repositories = [];
    for (const name of ['one', 'two']) repositories.push(await createRepository(world, owner, organization.id, { name }));
    const hidden = await createRepository(world, owner, organization.id, { name: 'hidden' });
    // As a member with another role may have had one before they became OWNER.
    const level = { level: 'NONE', isSetByOwner: false, createdAt: world.clock.now() } as const;
    const put = await world.unitOfWork.transact(async (records) => {
      await records.repositories.putMember({ repositoryId: hidden.id, userId: owner.userId, ...level });
      return ok(undefined);
    });
    valueOf(put);
    const trail = auditTrail(world);

    valueOf(await world.application.organizations.remove(grant));

    const gone = await world.application.authorize.organization(owner, organization.id, 'organization.read');
    expect(errorOf(gone)).to.deep.equal({ kind: 'not_found' });
    for (const { id } of [...repositories, hidden]) {
      expect(errorOf(await world.application.authorize.repository(owner, id, 'repository.pull'))).to.deep.equal({
        kind: 'not_found',
      });
    }
    expect(trail()).to.deep.equal([
      ...[...repositories, hidden].map(({ id }) => `repository.delete ${id}`),
      `organization.delete ${organization.id}`,
    ]);
    const deleted = world.unitOfWork.journal.domainEvents().filter(({ type }) => type === 'repository.deleted');
    expect(deleted.map(({ data }) => data['slug'])).to.deep.equal(['one', 'two', 'hidden']);
  });

  it('lets everybody else have their turn between two repositories', async () => {
    const { world, owner, organization, grant } = await setting();
    for (const name of ['one', 'two', 'three']) await createRepository(world, owner, organization.id, { name });
    let pauses = 0;
    const pause = (): Promise<void> => {
      pauses += 1;
      return Promise.resolve();
    };
    const application = createApplication({ ...world.ports, clock: { ...world.clock, pause } });
    valueOf(await application.organizations.remove(grant));
    expect(pauses).to.equal(3);
  });

  it('leaves a ledger that sums up to nothing', async () => {
    const { world, owner, organization, grant } = await setting();
    for (const name of ['one', 'two']) {
      const { id } = await createRepository(world, owner, organization.id, { name });
      await pushTexts(world, await world.grant(owner, id, 'repository.push'), `${name} and more`);
    }
    valueOf(await world.application.organizations.remove(grant));
    const sum = world.unitOfWork.journal.ledgerEntries().reduce((total, { bytes }) => total + bytes, 0);
    expect(sum).to.equal(0);
  });

  it('makes the slug free again', async () => {
    const { world, owner, grant } = await setting();
    valueOf(await world.application.organizations.remove(grant));
    expect((await createOrganization(world, owner, 'Acme')).slug).to.equal('acme');
  });

  it('leaves other organizations alone', async () => {
    const { world, owner, grant } = await setting();
    const other = await createOrganization(world, owner, 'Other');
    const repository = await createRepository(world, owner, other.id, { name: 'kept' });
    valueOf(await world.application.organizations.remove(grant));
    await world.grant(owner, repository.id, 'repository.members.manage');
  });

  it('is refused to an OWNER who was unmade meanwhile', async () => {
    const { world, organization, grant } = await setting();
    await world.addMember('second@svc.test', 'acme', 'OWNER');
    valueOf(await world.application.operator.setMember({ email: 'owner@svc.test', organization: slug('acme'), role: 'ADMIN' }));
    expect(errorOf(await world.application.organizations.remove(grant))).to.deep.equal({
      kind: 'forbidden',
      reason: 'permission',
      permission: 'organization.delete',
    });
    const found = await world.unitOfWork.read((queries) => queries.organizations.find(organization.id));
    expect(valueOf(found)).to.deep.equal(organization);
  });

  describe('where plans are sold', () => {
    const selling = async () => {
      const { world, owner, organization, grant } = await setting();
      const billing = createMemoryBillingProvider({ clock: world.clock, random: createCountedRandom(3), prices: { team: 1 } });
      const application = createApplication({ ...world.ports, billingProvider: billing });
      const update = await organizationGrant(world, owner, organization.id, 'billing.update');
      const url = valueOf(await application.billing.openCheckout(update, { planId: 'team' }));
      const account = valueOf(await world.unitOfWork.read((queries) => queries.billing.find(organization.id)));
      return { billing, url, customerId: account?.customerId ?? '', remove: () => application.organizations.remove(grant) };
    };

    it('keeps an organization for which somebody pays whose event has not come yet', async () => {
      const { billing, url, customerId, remove } = await selling();
      billing.pay(url);
      expect(errorOf(await remove())).to.deep.equal({ kind: 'conflict', reason: 'subscription_exists' });
      billing.change(customerId, { cancelAt: 1 });
      valueOf(await remove());
    });

    it('removes an organization whose checkout nobody has paid, and closes that', async () => {
      const { billing, url, remove } = await selling();
      valueOf(await remove());
      expect(() => billing.pay(url)).to.throw('is a checkout');
    });

    it('keeps a customer of the provider while that does not answer', async () => {
      const { billing, remove } = await selling();
      billing.setOutage(true);
      expect(errorOf(await remove())).to.deep.include({ kind: 'unavailable', part: 'billing_provider' });
      billing.setOutage(false);
      valueOf(await remove());
    });

    it('asks the provider nothing of an organization that was never its customer', async () => {
      const { world, grant } = await setting();
      const billing = createMemoryBillingProvider({ clock: world.clock, random: createCountedRandom(3), prices: { team: 1 } });
      billing.setOutage(true);
      valueOf(await createApplication({ ...world.ports, billingProvider: billing }).organizations.remove(grant));
    });
  });

  it('finds nothing the second time', async () => {
    const { world, grant } = await setting();
    const answers = await Promise.all([1, 2].map(() => world.application.organizations.remove(grant)));
    expect(answers[0]?.isOk()).to.equal(true);
    expect(answers[1]?.isErr() === true && answers[1].error).to.deep.equal({ kind: 'not_found' });
  });
});
