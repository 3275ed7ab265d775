import { expect } from 'chai';
import { errAsync } from 'neverthrow';
import { createApplication } from '../../../src/application.js';
import { createCountedRandom } from '../../../src/memory/counted-random.js';
import { createMemoryBillingProvider } from '../../../src/memory/memory-billing-provider.js';
import { unavailable } from '../../../src/model/app-error.js';
import { auditTrail, createOrganization, organizationGrant } from '../../builders/organization-setting.js';
import { createWorld, errorOf, valueOf } from '../../builders/world.js';

/** An organization that pays for the Developer plan. */
const setting = async () => {
  const world = createWorld('free');
  const prices = { developer: 1, byos_add_on: 3 };
  const billingProvider = createMemoryBillingProvider({ clock: world.clock, random: createCountedRandom(3), prices });
  const { billing } = createApplication({ ...world.ports, billingProvider });
  const owner = await world.signIn('owner@svc.test');
  const { id } = await createOrganization(world, owner, 'Acme');
  billingProvider.pay(
    valueOf(await billing.openCheckout(await organizationGrant(world, owner, id, 'billing.update'), { planId: 'developer' })),
  );
  valueOf(await billing.confirm(await organizationGrant(world, owner, id, 'billing.update'), { planId: 'developer' }));
  const grant = await organizationGrant(world, owner, id, 'billing.update');
  return { world, owner, billingProvider, billing, grant, trail: auditTrail(world) };
};

describe('switchByosAddOn', () => {
  it('leaves no trace in the audit log of what the provider refuses, however often it is tried', async () => {
    const { world, billingProvider, grant, trail } = await setting();
    const setByosAddOn = () => errAsync(unavailable('billing_provider'));
    const { billing } = createApplication({ ...world.ports, billingProvider: { ...billingProvider, setByosAddOn } });
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(errorOf(await billing.switchByosAddOn(grant, { isEnabled: true }))).to.include({ kind: 'unavailable' });
    }
    expect(trail()).to.deep.equal([]);
  });

  it('is one event of the audit log once it holds, by whom has asked', async () => {
    const { world, owner, billing, grant, trail } = await setting();
    for (let again = 0; again < 2; again += 1) valueOf(await billing.switchByosAddOn(grant, { isEnabled: true }));
    const event = world.unitOfWork.journal.auditEvents().at(-1);
    expect(trail()).to.deep.equal([`billing.subscription.change ${event?.target}`]);
    expect(event?.actorId).to.equal(owner.userId);
    expect(event?.details).to.deep.equal({ byos_add_on: { old: false, new: true } });
  });
});
