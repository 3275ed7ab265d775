import { createSeededRandom } from '@svc/conformance';
import { expect } from 'chai';
import { ok, type Result, ResultAsync } from 'neverthrow';
import { grantProviderSigned } from '../../../src/access/grant.js';
import { createApplication } from '../../../src/application.js';
import { createCountedRandom } from '../../../src/memory/counted-random.js';
import { createMemoryBillingProvider } from '../../../src/memory/memory-billing-provider.js';
import type { BillingProvider } from '../../../src/ports/billing-provider.js';
import { createOrganization } from '../../builders/organization-setting.js';
import { createWorld, slug, valueOf } from '../../builders/world.js';

/** An organization that has bought the Developer plan and has not heard of it yet. */
const setting = async (adapt: (provider: BillingProvider) => BillingProvider = (provider) => provider) => {
  const world = createWorld('free');
  const prices = { developer: 1, team: 2, byos_add_on: 3 };
  const billing = createMemoryBillingProvider({ clock: world.clock, random: createCountedRandom(3), prices });
  const application = createApplication({ ...world.ports, billingProvider: adapt(billing) });
  const owner = await world.signIn('owner@svc.test');
  const organization = await createOrganization(world, owner, 'Acme');
  const update = valueOf(await application.authorize.organization(owner, slug('acme'), 'billing.update'));
  const url = valueOf(await application.billing.openCheckout(update, { planId: 'developer' }));
  billing.pay(url);
  const read = <T>(ask: (queries: Parameters<Parameters<typeof world.unitOfWork.read>[0]>[0]) => Promise<T>) =>
    world.unitOfWork.read(ask).unwrapOr(undefined);
  const customerId = (await read((queries) => queries.billing.find(organization.id)))?.customerId ?? '';
  const hear = (id: string) => application.billing.receiveEvent(grantProviderSigned({ id, customerId }));
  const plan = async () => (await read((queries) => queries.organizations.find(organization.id)))?.planId;
  return { world, application, billing, organization, update, customerId, hear, plan, read };
};

describe('hearing of a subscription', () => {
  it('never writes an older answer of the provider over a newer one', async () => {
    const waiting: (() => void)[] = [];
    let isHeld = false;
    const { billing, customerId, hear, plan } = await setting((provider) => ({
      ...provider,
      // The answer is what holds now; it arrives when the test lets it.
      subscriptionOf: (customer) => {
        const answer = provider.subscriptionOf(customer);
        if (!isHeld) return answer;
        isHeld = false;
        return ResultAsync.fromSafePromise(new Promise<void>((resolve) => waiting.push(resolve))).andThen(() => answer);
      },
    }));
    isHeld = true;
    const slow = hear('evt_slow');
    while (waiting.length === 0) await Promise.resolve();
    billing.change(customerId, { planId: 'team' });
    valueOf(await hear('evt_fast'));
    expect(await plan()).to.equal('team');
    for (const release of waiting) release();
    valueOf(await slow);
    expect(await plan()).to.equal('team');
  });

  it('ends at the state that the provider is in, whatever comes how often in what order', async () => {
    const seed = 20_261_121;
    const random = createSeededRandom(seed);
    for (let round = 0; round < 50; round += 1) {
      const { billing, customerId, hear, plan, read, organization } = await setting();
      const hears = async (id: string): Promise<void> => valueOf(await hear(id));
      const ids = Array.from({ length: 6 }, (_, at) => `evt_${at}`);
      const hearing: Promise<void>[] = [];
      for (const id of random.shuffled([...ids, ...ids])) {
        billing.change(customerId, {
          planId: random.pick(['developer', 'team']),
          status: random.pick(['active', 'past_due', 'canceled']),
        });
        hearing.push(hears(id));
      }
      await Promise.all(hearing);
      valueOf(await hear('evt_last'));
      const now = valueOf(await billing.subscriptionOf(customerId));
      const account = await read((queries) => queries.billing.find(organization.id));
      expect(account?.subscription, `seed ${seed}`).to.deep.equal(now);
      expect(await plan(), `seed ${seed}`).to.equal(now?.status === 'canceled' ? 'free' : now?.planId);
    }
  });

  it('applies an event once, however many tell of it at once', async () => {
    const { hear, read, organization } = await setting();
    const before = await read((queries) => queries.billing.find(organization.id));
    for (const heard of await Promise.all(Array.from({ length: 50 }, () => hear('evt_1')))) valueOf(heard);
    const after = await read((queries) => queries.billing.find(organization.id));
    expect(after?.revision).to.equal((before?.revision ?? 0) + 1);
  });

  it('forgets events after a month, and not before', async () => {
    const { world, application, hear, read } = await setting();
    valueOf(await hear('evt_1'));
    const isKnown = () => read((queries) => queries.billing.hasEvent('evt_1'));
    world.clock.advance(30 * 86_400_000);
    valueOf(await application.maintenance.sweep());
    expect(await isKnown()).to.equal(true);
    world.clock.advance(1);
    valueOf(await application.maintenance.sweep());
    expect(await isKnown()).to.equal(false);
  });

  it('tells the audit log of the status also where the plan stays what it was', async () => {
    const { world, billing, customerId, hear, plan, organization } = await setting();
    const named = { organization: organization.slug, planId: 'developer' } as const;
    valueOf(await world.application.operator.setPlan(named));
    valueOf(await hear('evt_paid'));
    expect(await plan()).to.equal('developer');
    billing.change(customerId, { status: 'past_due' });
    valueOf(await hear('evt_late'));
    billing.change(customerId, { status: 'canceled' });
    valueOf(await hear('evt_over'));
    const changes = world.unitOfWork.journal.auditEvents().filter(({ action }) => action === 'billing.subscription.change');
    expect(changes.map(({ details }) => details)).to.deep.equal([
      { status: { new: 'active' } },
      { plan: { old: 'developer', new: 'free' }, status: { old: 'past_due', new: 'canceled' } },
    ]);
  });

  it('leaves an organization, when the subscription ends, on the plan that an operator has set meanwhile', async () => {
    const { world, billing, customerId, hear, plan, organization } = await setting();
    valueOf(await hear('evt_paid'));
    valueOf(await world.application.operator.setPlan({ organization: organization.slug, planId: 'business' }));
    billing.change(customerId, { status: 'canceled' });
    valueOf(await hear('evt_over'));
    expect(await plan()).to.equal('business');
    billing.change(customerId, { status: 'active' });
    valueOf(await hear('evt_anew'));
    expect(await plan()).to.equal('developer');
  });

  it('gives up on an account that changes each time, and the provider tells again', async () => {
    const rival = { bump: (): Promise<void> => Promise.resolve() };
    const { hear, world, organization, plan } = await setting((provider) => ({
      ...provider,
      subscriptionOf: (customer) => ResultAsync.fromSafePromise(rival.bump()).andThen(() => provider.subscriptionOf(customer)),
    }));
    rival.bump = async () =>
      valueOf(
        await world.unitOfWork.transact(async ({ billing }): Promise<Result<void, never>> => {
          const account = await billing.find(organization.id);
          if (account !== undefined) await billing.replace({ ...account, revision: account.revision + 1 });
          return ok();
        }),
      );
    expect((await hear('evt_1'))._unsafeUnwrapErr()).to.deep.include({ kind: 'unavailable', part: 'billing_provider' });
    expect(await plan()).to.equal('free');
    rival.bump = () => Promise.resolve();
    valueOf(await hear('evt_1'));
    expect(await plan()).to.equal('developer');
  });

  it('gives many who check out at once one customer', async () => {
    const world = createWorld('free');
    const prices = { developer: 1, team: 2 };
    const billingProvider = createMemoryBillingProvider({ clock: world.clock, random: createCountedRandom(3), prices });
    const application = createApplication({ ...world.ports, billingProvider });
    const owner = await world.signIn('owner@svc.test');
    await createOrganization(world, owner, 'Acme');
    const update = valueOf(await application.authorize.organization(owner, slug('acme'), 'billing.update'));
    const opening = Array.from({ length: 8 }, () => application.billing.openCheckout(update, { planId: 'team' }));
    expect(new Set((await Promise.all(opening)).map(valueOf)).size).to.equal(8);
    const made = world.unitOfWork.journal.auditEvents().filter(({ action }) => action === 'billing.customer.create');
    expect(made).to.have.length(1);
  });
});
