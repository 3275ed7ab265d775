import { type OrganizationId, paidPlanIds, type Subscription, subscriptionStatuses, trusted } from '@svc/core/model';
import { expect } from 'chai';
import type { Result } from 'neverthrow';
import type { Case } from '../run-cases.js';
import { uniqueId } from '../unit-of-work/builders.js';
import type { BillingProviderHarness } from './billing-provider-harness.js';

type BillingProviderCase = Case<BillingProviderHarness>;

const given = <T>(result: Result<T, { readonly kind: string }>): T => {
  if (result.isErr()) throw new Error(`the provider is ${result.error.kind}`);
  return result.value;
};

const anOrganization = (name = 'Analytical Engines') => ({ id: trusted<OrganizationId>(uniqueId()), name });

const aCustomer = async ({ provider }: BillingProviderHarness): Promise<string> =>
  given(await provider.createCustomer(anOrganization()));

const aSubscriber = async (harness: BillingProviderHarness, planId: 'developer' | 'team' = 'developer'): Promise<string> => {
  const customerId = await aCustomer(harness);
  harness.pay(given(await harness.provider.openCheckout(customerId, planId)));
  return customerId;
};

const subscriptionOf = async ({ provider }: BillingProviderHarness, customerId: string): Promise<Subscription> => {
  const subscription = given(await provider.subscriptionOf(customerId));
  if (subscription === undefined) throw new Error('the customer has a subscription');
  return subscription;
};

const customers: readonly BillingProviderCase[] = [
  {
    title: 'an organization is one customer, however often and at once it is asked for, also after it was renamed',
    run: async ({ provider }) => {
      const organization = anOrganization();
      const asked = await Promise.all(Array.from({ length: 5 }, () => provider.createCustomer(organization)));
      const renamed = await provider.createCustomer({ ...organization, name: 'Difference Engines' });
      const other = given(await provider.createCustomer(anOrganization()));
      expect(new Set([...asked, renamed].map(given)).size).to.equal(1);
      expect([...asked].map(given)).to.not.include(other);
    },
  },
  {
    title: 'an organization that has lost its customer is one other, however often and at once it is asked for',
    run: async ({ provider }) => {
      const organization = anOrganization();
      const former = given(await provider.createCustomer(organization));
      const asked = await Promise.all(Array.from({ length: 5 }, () => provider.createCustomer(organization, former)));
      const [second, ...others] = new Set(asked.map(given));
      expect(others).to.deep.equal([]);
      expect(second).not.to.equal(former);
      expect(given(await provider.createCustomer(organization, second))).not.to.be.oneOf([former, second]);
    },
  },
  {
    title: 'a customer who has bought nothing has no subscription, no invoices and nothing to pay, but a portal',
    run: async (harness) => {
      const { provider } = harness;
      const customerId = await aCustomer(harness);
      given(await provider.openCheckout(customerId, 'team'));
      expect(given(await provider.subscriptionOf(customerId))).to.equal(undefined);
      expect(given(await provider.invoicesOf(customerId, 10))).to.deep.equal([]);
      expect(given(await provider.previewInvoice(customerId))).to.equal(undefined);
      expect(given(await provider.openPortal(customerId))).to.match(/^https:/);
    },
  },
  {
    title: 'a customer whom it does not know has nothing, and its own ones are known',
    run: async (harness) => {
      const { provider } = harness;
      const unknown = 'cus_of_another_account';
      expect(given(await provider.hasCustomer(unknown))).to.equal(false);
      expect(given(await provider.hasCustomer(await aCustomer(harness)))).to.equal(true);
      expect(given(await provider.subscriptionOf(unknown))).to.equal(undefined);
      expect(given(await provider.invoicesOf(unknown, 10))).to.deep.equal([]);
      expect(given(await provider.previewInvoice(unknown))).to.equal(undefined);
      given(await provider.closeCheckouts(unknown));
    },
  },
  {
    title: 'what has a price is sold, and nothing else',
    run: async ({ provider, small }) => {
      const items = [...paidPlanIds, 'byos_add_on'] as const;
      expect(items.filter((item) => provider.sells(item))).to.deep.equal(items);
      expect(items.filter((item) => small.sells(item))).to.deep.equal(['developer']);
    },
  },
];

const subscriptions: readonly BillingProviderCase[] = [
  {
    title: 'a paid checkout is an active subscription to its plan, an invoice and a preview of the next',
    run: async (harness) => {
      const { provider } = harness;
      for (const planId of paidPlanIds) {
        const customerId = await aSubscriber(harness, planId);
        const subscription = await subscriptionOf(harness, customerId);
        expect(subscription).to.deep.include({ planId, status: 'active', hasByosAddOn: false, cancelAt: undefined });
        expect(subscription.currentPeriodEnd).to.be.a('number');
        const [invoice, ...others] = given(await provider.invoicesOf(customerId, 10));
        expect(others).to.deep.equal([]);
        expect(invoice).to.include({ status: 'paid', currency: 'usd' });
        expect(invoice?.receiptUrl).to.match(/^https:/);
        expect(invoice?.pdfUrl).to.match(/^https:/);
        const preview = given(await provider.previewInvoice(customerId));
        expect(preview).to.deep.equal({ amount: invoice?.amount, currency: 'usd', dueAt: subscription.currentPeriodEnd });
      }
    },
  },
  {
    title: 'a checkout that is closed can no longer be paid, and what was paid stays, also that of others',
    run: async (harness) => {
      const { provider, pay } = harness;
      const [customerId, other] = [await aSubscriber(harness), await aCustomer(harness)];
      const open = given(await provider.openCheckout(other, 'team'));
      const closed = [
        given(await provider.openCheckout(customerId, 'team')),
        given(await provider.openCheckout(customerId, 'team')),
      ];
      for (let time = 0; time < 2; time += 1) given(await provider.closeCheckouts(customerId));
      for (const url of closed) expect(() => pay(url), url).to.throw();
      expect(await subscriptionOf(harness, customerId)).to.deep.include({ planId: 'developer', status: 'active' });
      pay(open);
      expect(await subscriptionOf(harness, other)).to.deep.include({ planId: 'team', status: 'active' });
    },
  },
  {
    title: 'each state, another plan and a settled end are told as they are',
    run: async (harness) => {
      const customerId = await aSubscriber(harness);
      for (const status of subscriptionStatuses) {
        harness.change(customerId, { status });
        expect((await subscriptionOf(harness, customerId)).status).to.equal(status);
      }
      harness.change(customerId, { status: 'active', planId: 'team' });
      expect(await subscriptionOf(harness, customerId)).to.deep.include({ planId: 'team', status: 'active' });
      harness.change(customerId, { cancelsInSeconds: 60 });
      expect((await subscriptionOf(harness, customerId)).cancelAt).to.be.a('number');
      expect(given(await harness.provider.previewInvoice(customerId))).to.equal(undefined);
    },
  },
  {
    title: 'who buys again after an end has the new one',
    run: async (harness) => {
      const customerId = await aSubscriber(harness);
      harness.change(customerId, { status: 'canceled' });
      harness.pay(given(await harness.provider.openCheckout(customerId, 'team')));
      expect(await subscriptionOf(harness, customerId)).to.deep.include({ planId: 'team', status: 'active' });
      const invoices = given(await harness.provider.invoicesOf(customerId, 10));
      expect(invoices).to.have.length(2);
      const [newest] = invoices;
      expect(newest?.amount, 'what the newer plan costs').to.equal(
        given(await harness.provider.previewInvoice(customerId))?.amount,
      );
      expect(given(await harness.provider.invoicesOf(customerId, 1))).to.deep.equal([newest]);
    },
  },
  {
    title: 'the add-on is put in and taken out, and twice is once',
    run: async (harness) => {
      const customerId = await aSubscriber(harness);
      const { id } = await subscriptionOf(harness, customerId);
      const before = given(await harness.provider.previewInvoice(customerId))?.amount ?? 0;
      for (const isEnabled of [true, true, false, false]) {
        given(await harness.provider.setByosAddOn(id, isEnabled));
        expect(await subscriptionOf(harness, customerId)).to.deep.include({ planId: 'developer', hasByosAddOn: isEnabled });
        const amount = given(await harness.provider.previewInvoice(customerId))?.amount ?? 0;
        expect(amount > before).to.equal(isEnabled);
      }
    },
  },
  {
    title: 'a provider that does not answer is unavailable, and callbacks are read all the same',
    run: async (harness) => {
      const { provider } = harness;
      const customerId = await aSubscriber(harness);
      const { id } = await subscriptionOf(harness, customerId);
      const { body, signature } = harness.callback(customerId, { id: 'evt_1' });
      harness.setOutage(true);
      const asked = [
        provider.createCustomer(anOrganization()),
        provider.hasCustomer(customerId),
        provider.openCheckout(customerId, 'team'),
        provider.closeCheckouts(customerId),
        provider.openPortal(customerId),
        provider.subscriptionOf(customerId),
        provider.setByosAddOn(id, true),
        provider.invoicesOf(customerId, 1),
        provider.previewInvoice(customerId),
      ];
      for (const answer of await Promise.all(asked)) {
        expect(answer.isErr() && answer.error).to.deep.include({ kind: 'unavailable', part: 'billing_provider' });
      }
      expect((await provider.readEvent(body, signature)).isOk()).to.equal(true);
      harness.setOutage(false);
      expect((await subscriptionOf(harness, customerId)).hasByosAddOn).to.equal(false);
    },
  },
];

const events: readonly BillingProviderCase[] = [
  {
    title: 'a signed callback names its event and its customer, up to five minutes later and no longer',
    run: async (harness) => {
      const { provider } = harness;
      const customerId = await aSubscriber(harness);
      for (const ageSeconds of [0, 295]) {
        const { body, signature } = harness.callback(customerId, { id: 'evt_1', ageSeconds });
        expect(given(await provider.readEvent(body, signature))).to.deep.equal({ id: 'evt_1', customerId });
      }
      const { body, signature } = harness.callback(customerId, { id: 'evt_1', ageSeconds: 302 });
      expect((await provider.readEvent(body, signature)).isErr()).to.equal(true);
    },
  },
  {
    title: 'no other bytes, no other signature and none at all are taken',
    run: async (harness) => {
      const { provider } = harness;
      const customerId = await aSubscriber(harness);
      const { body, signature } = harness.callback(customerId, { id: 'evt_1' });
      const other = harness.callback(customerId, { id: 'evt_2' });
      const { signatureHeader: field } = provider;
      const refusalOf = async (bytes: Uint8Array, header: string | undefined) => {
        const read = await provider.readEvent(bytes, header);
        return read.isErr() ? read.error : expect.fail('it was taken');
      };
      const missing = { kind: 'bad_request', field, problem: 'missing' };
      expect(await refusalOf(body, undefined)).to.deep.equal(missing);
      expect(provider.signatureProblem(undefined)).to.deep.equal(missing);
      const wrong = { kind: 'bad_request', field, problem: 'contradictory' };
      for (const header of [
        '',
        'x',
        't=1',
        ',',
        'é',
        other.signature,
        signature.slice(0, -1),
        `${signature}0`,
        'x'.repeat(10_000),
      ]) {
        expect(await refusalOf(body, header), header.slice(0, 100)).to.deep.equal(wrong);
      }
      for (const header of ['', 'x', 't=1', ',', 'é', 'x'.repeat(10_000)]) {
        expect(provider.signatureProblem(header), header.slice(0, 100)).to.deep.equal(wrong);
      }
      for (const header of [signature, other.signature]) expect(provider.signatureProblem(header)).to.equal(undefined);
      for (let at = 0; at < body.byteLength; at += 1) {
        const altered = Uint8Array.from(body, (byte, index) => (index === at ? byte ^ 1 : byte));
        expect(await refusalOf(altered, signature), `byte ${at}`).to.deep.equal(wrong);
      }
      // The last one is what a reader of text makes nothing of.
      const others = [new Uint8Array(), body.subarray(1), Uint8Array.of(...body, 32), Uint8Array.of(0xef, 0xbb, 0xbf, ...body)];
      for (const bytes of others) {
        expect(await refusalOf(bytes, signature)).to.deep.equal(wrong);
      }
    },
  },
];

/** The law of the `BillingProvider` port. */
export const billingProviderCases: Readonly<Record<string, readonly BillingProviderCase[]>> = {
  'a billing provider: customers': customers,
  'a billing provider: subscriptions': subscriptions,
  'a billing provider: callbacks': events,
};
