import { expect } from 'chai';
import { grantProviderSigned } from '../../../src/access/grant.js';
import { createApplication } from '../../../src/application.js';
import { createCountedRandom } from '../../../src/memory/counted-random.js';
import { createMemoryBillingProvider } from '../../../src/memory/memory-billing-provider.js';
import type { OrphanedSubscription } from '../../../src/ports/ports.js';
import { createOrganization, organizationGrant } from '../../builders/organization-setting.js';
import { createWorld, valueOf } from '../../builders/world.js';

/** An organization that is a customer, and has bought nothing. */
const setting = async () => {
  const world = createWorld('free');
  const billing = createMemoryBillingProvider({ clock: world.clock, random: createCountedRandom(3), prices: { team: 1 } });
  const orphans: OrphanedSubscription[] = [];
  const onOrphanedSubscription = (orphan: OrphanedSubscription) => void orphans.push(orphan);
  const application = createApplication({ ...world.ports, billingProvider: billing, onOrphanedSubscription });
  const owner = await world.signIn('owner@svc.test');
  const { id } = await createOrganization(world, owner, 'Acme');
  const update = await organizationGrant(world, owner, id, 'billing.update');
  valueOf(await application.billing.openCheckout(update, { planId: 'team' }));
  const customerId = valueOf(await world.unitOfWork.read((queries) => queries.billing.find(id)))?.customerId ?? '';
  const hear = async (eventId: string): Promise<void> =>
    valueOf(await application.billing.receiveEvent(grantProviderSigned({ id: eventId, customerId })));
  const remove = async (): Promise<void> =>
    valueOf(await application.organizations.remove(await organizationGrant(world, owner, id, 'organization.delete')));
  const buy = async (): Promise<void> => billing.pay(valueOf(await billing.openCheckout(customerId, 'team')));
  return { billing, buy, customerId, orphans, hear, remove };
};

describe('an event of a customer whose organization is gone', () => {
  it('reports the subscription that goes on being paid, as often as one comes', async () => {
    const { billing, buy, customerId, orphans, hear, remove } = await setting();
    await remove();
    await buy();
    const subscriptionId = valueOf(await billing.subscriptionOf(customerId))?.id;
    for (const eventId of ['evt_1', 'evt_2']) await hear(eventId);
    expect(orphans).to.deep.equal(Array.from({ length: 2 }, () => ({ customerId, subscriptionId })));
  });

  it('reports nothing where nothing goes on being paid', async () => {
    const { billing, buy, customerId, orphans, hear, remove } = await setting();
    await remove();
    await hear('evt_1');
    await buy();
    billing.change(customerId, { cancelAt: 1 });
    await hear('evt_2');
    expect(orphans).to.deep.equal([]);
  });

  it('is taken also while the provider does not answer', async () => {
    const { billing, orphans, hear, remove } = await setting();
    await remove();
    billing.setOutage(true);
    await hear('evt_1');
    expect(orphans).to.deep.equal([]);
  });

  it('is none as long as the organization is there, however often it comes', async () => {
    const { buy, orphans, hear } = await setting();
    await buy();
    for (const eventId of ['evt_1', 'evt_1']) await hear(eventId);
    expect(orphans).to.deep.equal([]);
  });
});
