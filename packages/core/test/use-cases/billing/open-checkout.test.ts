import { expect } from 'chai';
import { ResultAsync } from 'neverthrow';
import { createApplication } from '../../../src/application.js';
import { createCountedRandom } from '../../../src/memory/counted-random.js';
import { createMemoryBillingProvider } from '../../../src/memory/memory-billing-provider.js';
import type { BillingProvider } from '../../../src/ports/billing-provider.js';
import { auditTrail, createOrganization, organizationGrant } from '../../builders/organization-setting.js';
import { createWorld, errorOf, valueOf } from '../../builders/world.js';

describe('an organization whose customer the billing provider does not know, as after a change from its test mode', () => {
  const setting = async () => {
    const world = createWorld('free');
    const accountOf = (seed: number) =>
      createMemoryBillingProvider({ clock: world.clock, random: createCountedRandom(seed), prices: { team: 1 } });
    const [testing, live] = [accountOf(3), accountOf(4)];
    const owner = await world.signIn('owner@svc.test');
    const { id } = await createOrganization(world, owner, 'Acme');
    const update = () => organizationGrant(world, owner, id, 'billing.update');
    const billingAt = (billingProvider: BillingProvider) => createApplication({ ...world.ports, billingProvider }).billing;
    valueOf(await billingAt(testing).openCheckout(await update(), { planId: 'team' }));
    const account = async () => valueOf(await world.unitOfWork.read(({ billing }) => billing.find(id)));
    return { world, owner, id, live, billingAt, billing: billingAt(live), update, account };
  };

  it('sees its plan, and has no portal to go to', async () => {
    const { world, owner, id, billing, update } = await setting();
    const shown = valueOf(await billing.get(await organizationGrant(world, owner, id, 'billing.read')));
    expect(shown.invoices).to.deep.equal([]);
    expect(errorOf(await billing.openPortal(await update()))).to.include({ reason: 'no_billing_customer' });
  });

  it('becomes a customer anew with the next checkout, and buys', async () => {
    const { world, live, billing, update, account } = await setting();
    const trail = auditTrail(world);
    const former = await account();
    const made = () => world.unitOfWork.journal.auditEvents().at(-1);
    live.pay(valueOf(await billing.openCheckout(await update(), { planId: 'team' })));
    const present = await account();
    expect(present?.customerId).not.to.equal(former?.customerId);
    expect(trail()).to.deep.equal([`billing.customer.create ${present?.customerId}`]);
    expect(made()?.details).to.deep.equal({ former_customer_id: former?.customerId });
    const bought = valueOf(await billing.confirm(await update(), { planId: 'team' }));
    expect(bought?.subscription).to.include({ planId: 'team', status: 'active' });
    expect((await account())?.customerId).to.equal(present?.customerId);
  });

  it('becomes one customer anew, also when two checkouts meet, neither of which is refused', async () => {
    const { world, live, billing, billingAt, update, account } = await setting();
    const trail = auditTrail(world);
    let asked = 0;
    let open = (): void => undefined;
    const bothAsk = new Promise<void>((resolve) => (open = resolve));
    const createCustomer: BillingProvider['createCustomer'] = (...request) => {
      asked += 1;
      if (asked === 2) open();
      return ResultAsync.fromSafePromise(bothAsk).andThen(() => live.createCustomer(...request));
    };
    const { openCheckout } = billingAt({ ...live, createCustomer });
    const grant = await update();
    const opened = await Promise.all([0, 1].map(() => openCheckout(grant, { planId: 'team' })));
    const present = await account();
    expect(trail()).to.deep.equal([`billing.customer.create ${present?.customerId}`]);
    for (const url of opened.map(valueOf)) live.pay(url);
    const bought = valueOf(await billing.confirm(grant, { planId: 'team' }));
    expect(bought?.subscription).to.include({ planId: 'team', status: 'active' });
  });
});

describe('an organization that is deleted while a checkout is opened', () => {
  const setting = async () => {
    const world = createWorld('free');
    const provider = createMemoryBillingProvider({ clock: world.clock, random: createCountedRandom(3), prices: { team: 1 } });
    const owner = await world.signIn('owner@svc.test');
    const { id } = await createOrganization(world, owner, 'Acme');
    const update = await organizationGrant(world, owner, id, 'billing.update');
    const remove = await organizationGrant(world, owner, id, 'organization.delete');
    const urls: string[] = [];
    const openCheckout: BillingProvider['openCheckout'] = (...request) =>
      provider.openCheckout(...request).andTee((url) => urls.push(url));
    const applicationWith = (part: Partial<BillingProvider> = {}) =>
      createApplication({ ...world.ports, billingProvider: { ...provider, openCheckout, ...part } });
    const expectNothingToPay = (count: number): void => {
      expect(urls).to.have.length(count);
      for (const url of urls) expect(() => provider.pay(url)).to.throw('is a checkout');
    };
    return { provider, update, remove, openCheckout, applicationWith, expectNothingToPay };
  };

  it('has no checkout left, and its person is told so, where it is gone when the checkout is open', async () => {
    const { update, remove, openCheckout, applicationWith, expectNothingToPay } = await setting();
    const { organizations } = applicationWith();
    const late: BillingProvider['openCheckout'] = (...request) =>
      ResultAsync.fromSafePromise(organizations.remove(remove).then(valueOf)).andThen(() => openCheckout(...request));
    const { billing } = applicationWith({ openCheckout: late });
    expect(errorOf(await billing.openCheckout(update, { planId: 'team' }))).to.deep.equal({ kind: 'not_found' });
    expectNothingToPay(1);
  });

  it('has no checkout left that was opened between the last look at the provider and its end', async () => {
    const { provider, update, remove, applicationWith, expectNothingToPay } = await setting();
    const { billing } = applicationWith();
    valueOf(await billing.openCheckout(update, { planId: 'team' }));
    let asked = 0;
    const subscriptionOf: BillingProvider['subscriptionOf'] = (customerId) => {
      asked += 1;
      const opened = asked === 1 ? billing.openCheckout(update, { planId: 'team' }).then(valueOf) : Promise.resolve();
      return ResultAsync.fromSafePromise(opened).andThen(() => provider.subscriptionOf(customerId));
    };
    valueOf(await applicationWith({ subscriptionOf }).organizations.remove(remove));
    expectNothingToPay(2);
  });
});
