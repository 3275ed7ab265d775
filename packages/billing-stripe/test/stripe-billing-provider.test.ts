import { createStripeBillingProvider, type StripeFault } from '@svc/billing-stripe';
import { billingProviderCases, type BillingProviderHarness, runCases } from '@svc/conformance';
import { isId, type OrganizationId } from '@svc/core/model';
import { expect } from 'chai';
import { prices, secretKey, startStripeWorld, webhookSecret } from './stripe-world.js';

type World = Awaited<ReturnType<typeof startStripeWorld>>;

const id = '00000000-0000-4000-8000-000000000001';
const organization = { id: isId<OrganizationId>(id) ? id : expect.fail('it is an id'), name: 'Acme' };

const makeHarness = async (): Promise<BillingProviderHarness> => {
  const { stripe, settings, provider } = await startStripeWorld();
  return {
    provider,
    small: createStripeBillingProvider({ ...settings, prices: { developer: prices.developer } }),
    pay: (url) => stripe.pay(url),
    change: (customerId, { planId, status, cancelsInSeconds }) =>
      stripe.change(customerId, {
        ...(status && { status }),
        ...(planId && { items: [{ id: 'si_1', price: prices[planId] }] }),
        ...(cancelsInSeconds !== undefined && { cancelAt: Math.floor(Date.now() / 1000) + cancelsInSeconds }),
      }),
    callback: (customerId, options) => stripe.callback(customerId, options),
    setOutage: (isOut) => stripe.setMood(isOut ? 'out' : 'well'),
    close: () => stripe.stop(),
  };
};

describe('Stripe as the billing provider', () => {
  runCases(describe, it, billingProviderCases, makeHarness);

  describe('beside the law', () => {
    let world: World;
    const faults: StripeFault[] = [];
    beforeEach(async () => {
      faults.length = 0;
      world = await startStripeWorld({ onFault: (fault) => faults.push(fault) });
    });
    afterEach(() => world.stripe.stop());

    const subscriber = async (): Promise<string> => {
      const customer = (await world.provider.createCustomer(organization))._unsafeUnwrap();
      world.stripe.pay((await world.provider.openCheckout(customer, 'developer'))._unsafeUnwrap());
      return customer;
    };
    const subscription = async (customer: string) => (await world.provider.subscriptionOf(customer))._unsafeUnwrap();

    it('names the version of the API that it was written for, and sends nothing about itself', async () => {
      await subscriber();
      expect(world.stripe.lastHeaders()['stripe-version']).to.equal('2026-10-28.endive');
      expect(world.stripe.lastHeaders()).to.not.have.property('x-stripe-client-telemetry');
    });

    it('gives Stripe the name and the id of the organization, and the address to come back to', async () => {
      const customer = await subscriber();
      expect(world.stripe.customerName(customer)).to.equal('Acme');
      expect([...(world.stripe.formOf('/v1/customers') ?? [])]).to.deep.equal([['metadata[organization_id]', id]]);
      expect(Object.fromEntries(world.stripe.formOf('/v1/checkout/sessions') ?? [])).to.deep.equal({
        mode: 'subscription',
        customer,
        'line_items[0][price]': prices.developer,
        'line_items[0][quantity]': '1',
        success_url: 'https://svc.test/billing',
        cancel_url: 'https://svc.test/billing',
      });
    });

    const statuses = {
      trialing: 'active',
      incomplete_expired: 'canceled',
      paused: 'unpaid',
      of_tomorrow: 'unpaid',
    };
    for (const [status, expected] of Object.entries(statuses)) {
      it(`takes the status ${status} for ${expected}`, async () => {
        const customer = await subscriber();
        world.stripe.change(customer, { status });
        expect((await subscription(customer))?.status).to.equal(expected);
      });
    }

    it('knows the end of a subscription that is canceled at the end of its period', async () => {
      const customer = await subscriber();
      world.stripe.change(customer, { cancelAtPeriodEnd: true });
      const found = await subscription(customer);
      expect(found?.cancelAt).to.be.a('number').and.equal(found?.currentPeriodEnd);
    });

    it('looks over what else the account sells', async () => {
      const customer = await subscriber();
      world.stripe.change(customer, { items: [{ id: 'si_1', price: 'price_of_a_mug' }] });
      expect(await subscription(customer)).to.equal(undefined);
    });

    it('sells at the first of several prices, and knows by the others what was bought before', async () => {
      const customer = await subscriber();
      world.stripe.change(customer, {
        items: [
          { id: 'si_1', price: 'price_team_of_last_year' },
          { id: 'si_2', price: 'price_byos_of_last_year' },
        ],
      });
      const ids = {
        team: [prices.team, 'price_team_of_last_year'],
        byos_add_on: [prices.byos_add_on, 'price_byos_of_last_year'],
      };
      const provider = createStripeBillingProvider({ ...world.settings, prices: ids });
      const found = (await provider.subscriptionOf(customer))._unsafeUnwrap();
      expect(found).to.deep.include({ planId: 'team', hasByosAddOn: true, status: 'active' });
      expect((await provider.openCheckout(customer, 'team')).isOk()).to.equal(true);
      expect(world.stripe.formOf('/v1/checkout/sessions')?.get('line_items[0][price]')).to.equal(prices.team);
    });

    it('sells nothing at a list of no prices', () => {
      const provider = createStripeBillingProvider({ ...world.settings, prices: { team: [] } });
      expect(provider.sells('team')).to.equal(false);
    });

    it('prefers what is paid to what was bought later', async () => {
      const customer = await subscriber();
      world.stripe.pay((await world.provider.openCheckout(customer, 'team'))._unsafeUnwrap());
      world.stripe.change(customer, { status: 'canceled' });
      expect(await subscription(customer)).to.deep.include({ planId: 'developer', status: 'active' });
    });

    for (const plans of [
      ['developer', 'team'],
      ['team', 'developer'],
    ] as const) {
      it(`prefers of two that are paid the one that gives most, where ${plans[1]} was bought last`, async () => {
        const customer = (await world.provider.createCustomer(organization))._unsafeUnwrap();
        const checkouts = await Promise.all(plans.map((plan) => world.provider.openCheckout(customer, plan)));
        for (const checkout of checkouts) world.stripe.pay(checkout._unsafeUnwrap());
        expect(await subscription(customer)).to.deep.include({ planId: 'team', status: 'active' });
      });
    }

    it('takes a customer that Stripe does not know for one who has nothing, neither subscription nor checkout', async () => {
      const unknown = 'cus_of_the_test_mode';
      expect(await subscription(unknown)).to.equal(undefined);
      expect((await world.provider.closeCheckouts(unknown)).isOk()).to.equal(true);
      expect((await world.provider.previewInvoice(unknown))._unsafeUnwrap()).to.equal(undefined);
      expect(faults).to.deep.equal([]);
    });

    it('takes it for a fault of the configuration where Stripe does not know the prices either, never for one who has not paid', async () => {
      const onFault = (fault: StripeFault) => faults.push(fault);
      const elsewhere = createStripeBillingProvider({ ...world.settings, prices: { team: 'price_of_another_account' }, onFault });
      for (const outcome of [await elsewhere.subscriptionOf('cus_1'), await elsewhere.closeCheckouts('cus_1')]) {
        expect(outcome._unsafeUnwrapErr()).to.deep.include({ kind: 'unavailable', part: 'billing_provider' });
      }
      const fault = { type: 'StripeInvalidRequestError', code: 'resource_missing', status: 404 };
      expect(faults.map(({ requestId: _, ...told }) => told)).to.deep.equal([fault, fault]);
    });

    it('closes the other checkouts when one is paid before it could be closed', async () => {
      const customer = (await world.provider.createCustomer(organization))._unsafeUnwrap();
      const [paid, other] = [world.stripe.open(customer, prices.team), world.stripe.open(customer, prices.developer)];
      world.stripe.beforeClosing(() => world.stripe.pay(paid));
      expect((await world.provider.closeCheckouts(customer)).isOk()).to.equal(true);
      expect(() => world.stripe.pay(other)).to.throw('is no checkout');
      expect(await subscription(customer)).to.deep.include({ planId: 'team', status: 'active' });
      expect(faults).to.deep.equal([]);
    });

    it('gives up on a Stripe that does not answer', async () => {
      world.stripe.setMood('silent');
      const onFault = (fault: StripeFault) => faults.push(fault);
      const impatient = createStripeBillingProvider({ ...world.settings, timeoutMs: 200, onFault });
      expect((await impatient.openPortal('cus_1')).isErr()).to.equal(true);
      expect(faults.map(({ type }) => type)).to.deep.equal(['StripeConnectionError']);
    });

    it('keeps its secrets, also when Stripe spells out the key that it refuses', async () => {
      const wrongKey = 'sk_test_wrongwrongwrong';
      const provider = createStripeBillingProvider({
        ...world.settings,
        secretKey: wrongKey,
        onFault: (fault) => faults.push(fault),
      });
      const outcome = await provider.createCustomer(organization);
      const told = JSON.stringify([outcome, faults]);
      expect(faults[0]).to.deep.include({ type: 'StripeAuthenticationError', status: 401 });
      for (const secret of [wrongKey, secretKey, webhookSecret, 'Acme']) expect(told).to.not.contain(secret);
    });

    describe('reads of a callback', () => {
      const read = async (payload: unknown) => {
        const { body, signature } = world.stripe.sign(JSON.stringify(payload));
        return (await world.provider.readEvent(body, signature)).unwrapOr(undefined);
      };
      const about = (object: unknown) => ({ id: 'evt_1', type: 'of.tomorrow', data: { object } });

      it('the customer, as an id, whole, or as the subject itself, whatever the type is', async () => {
        const named = { id: 'evt_1', customerId: 'cus_1' };
        expect(await read(about({ object: 'invoice', customer: 'cus_1' }))).to.deep.equal(named);
        expect(await read(about({ object: 'subscription', customer: { id: 'cus_1' } }))).to.deep.equal(named);
        expect(await read(about({ object: 'customer', id: 'cus_1' }))).to.deep.equal(named);
      });

      it('nobody, where it names no customer', async () => {
        const nobody = { id: 'evt_1', customerId: undefined };
        for (const object of [undefined, null, 'x', {}, { customer: null }, { customer: 5 }, { customer: { id: 5 } }]) {
          expect(await read(about(object))).to.deep.equal(nobody);
        }
        expect(await read({ id: 'evt_1' })).to.deep.equal(nobody);
      });

      it('nothing, where it is no event', async () => {
        for (const payload of [null, {}, { id: 5 }, { id: '' }, [], 'x', 5]) expect(await read(payload)).to.equal(undefined);
        const { body, signature } = world.stripe.sign('no JSON');
        expect((await world.provider.readEvent(body, signature)).isErr()).to.equal(true);
      });

      it('nothing that is signed with anything but a signature', async () => {
        const foreign = (await world.provider.readEvent(Buffer.from('{}'), 'x'))._unsafeUnwrapErr();
        for (const signature of [
          '',
          't',
          't=,v1=',
          't=1,v1=',
          't=1,v1',
          'v1=',
          't=1,v1=ä',
          't=1,v1=0,v1',
          ',',
          '='.repeat(100),
        ]) {
          const outcome = await world.provider.readEvent(Buffer.from('{"id":"evt_1"}'), signature);
          expect(outcome._unsafeUnwrapErr(), signature).to.deep.equal(foreign);
        }
      });

      it('nothing that was signed with another secret', async () => {
        const { body, signature } = world.stripe.sign('{"id":"evt_1"}', { secret: 'whsec_of_somebody_else' });
        expect((await world.provider.readEvent(body, signature)).isErr()).to.equal(true);
      });
    });
  });
});
