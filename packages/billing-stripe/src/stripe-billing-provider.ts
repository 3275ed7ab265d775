import {
  type BadRequest,
  badRequest,
  eventToleranceSeconds,
  invariant,
  isRunning,
  unavailable,
  type Unavailable,
} from '@svc/core/model';
import type { BillingEvent, BillingProvider, Clock, Invoice, InvoicePreview, InvoiceStatus, PricedItem } from '@svc/core/ports';
import { err, errAsync, ok, okAsync, type Result, ResultAsync } from 'neverthrow';
import Stripe from 'stripe';
import { billingEventOf } from './stripe-event.js';
import { addOnItem, chosenSubscription, instantOf, soldPriceOf, type StripePrices } from './stripe-subscription.js';

/** What Stripe, or the way to it, has answered. Nothing of the request and no text of Stripe's is in it. */
export interface StripeFault {
  readonly type: string;
  readonly code: string | undefined;
  readonly status: number | undefined;
  /** By which Stripe finds the request in its own log. */
  readonly requestId: string | undefined;
}

export interface StripeOptions {
  /** `sk_...` or, better, `rk_...` with the rights that the README names. */
  readonly secretKey: string;
  /** `whsec_...`: of the one endpoint that leads to this service. */
  readonly webhookSecret: string;
  readonly prices: StripePrices;
  /** Where the browser goes from checkout and portal. */
  readonly returnUrl: string;
  /** Stripe's own when absent: `http(s)://host[:port]`. */
  readonly apiUrl?: string | undefined;
  /** For one request; 10 seconds when absent. */
  readonly timeoutMs?: number | undefined;
  /** The machine's own when absent. */
  readonly clock?: Clock | undefined;
  /** Hears of each request that has failed. */
  readonly onFault?: ((fault: StripeFault) => void) | undefined;
}

/** The version whose answers this package reads; accounts on another are answered in this one all the same. */
const apiVersion = '2026-10-28.endive';
const defaultTimeoutMs = 10_000;
const maxRetries = 1;
/** Of the newest first, so what counts is among them. */
const subscriptionsPerPage = 100;
const signatureHeader = 'stripe-signature';
const refused = badRequest(signatureHeader, 'contradictory');
/** `t=<seconds>,v1=<hex>`, and signatures of other schemes or secrets among them. */
const signatureParts = [/(?:^|,)t=\d/, /(?:^|,)v1=[0-9a-f]{64}(?:,|$)/];

const signatureProblem = (signature: string | undefined): BadRequest | undefined => {
  if (signature === undefined) return badRequest(signatureHeader, 'missing');
  return signatureParts.every((part) => part.test(signature)) ? undefined : refused;
};

const addressOf = (apiUrl: string): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> => {
  const { hostname: host, port, protocol } = new URL(apiUrl);
  const isPlain = protocol === 'http:';
  return { host, port: port === '' ? (isPlain ? 80 : 443) : port, protocol: isPlain ? 'http' : 'https' };
};

const invoiceStatuses: readonly InvoiceStatus[] = ['draft', 'open', 'paid', 'uncollectible', 'void'];

const invoiceOf = (from: Stripe.Invoice): Invoice => ({
  id: from.id,
  number: from.number ?? undefined,
  status: invoiceStatuses.find((status) => status === from.status) ?? 'draft',
  amount: from.total,
  currency: from.currency,
  createdAt: instantOf(from.created),
  receiptUrl: from.hosted_invoice_url ?? undefined,
  pdfUrl: from.invoice_pdf ?? undefined,
});

const previewOf = ({ amount_due: amount, currency, next_payment_attempt: due }: Stripe.Invoice): InvoicePreview => ({
  amount,
  currency,
  dueAt: due === null ? undefined : instantOf(due),
});

/** Whether Stripe knows nothing by the id that it was asked for. */
const isUnknown = (error: unknown): boolean => error instanceof Stripe.errors.StripeError && error.code === 'resource_missing';

/** Stripe as the billing provider. Requests that fail are tried once more by Stripe's library, with a key that keeps their effect at one. */
export const createStripeBillingProvider = (options: StripeOptions): BillingProvider => {
  const { prices, returnUrl, webhookSecret, onFault, clock = { now: () => Date.now() } } = options;
  const stripe = new Stripe(options.secretKey, {
    apiVersion,
    timeout: options.timeoutMs ?? defaultTimeoutMs,
    maxNetworkRetries: maxRetries,
    telemetry: false,
    ...(options.apiUrl === undefined ? {} : addressOf(options.apiUrl)),
  });

  const ask = <T>(question: () => Promise<T>): ResultAsync<T, Unavailable> => {
    const run = async (): Promise<Result<T, Unavailable>> => {
      try {
        return ok(await question());
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeError)) throw error;
        const { type, code, statusCode: status, requestId } = error;
        onFault?.({ type, code, status, requestId });
        return err(unavailable('billing_provider'));
      }
    };
    return new ResultAsync(run());
  };

  const priceOf = (item: PricedItem): string => {
    const price = soldPriceOf(prices, item);
    invariant(price !== undefined, `${item} has a price`);
    return price;
  };
  /**
   * Undefined for a customer whom Stripe does not know, where it knows what is sold: the key of another account or mode knows neither, and would take the
   * plans of all who pay.
   */
  const ofCustomer = <T>(question: () => Promise<T>): ResultAsync<T | undefined, Unavailable> =>
    ask(async () => {
      try {
        return await question();
      } catch (error) {
        if (!isUnknown(error)) throw error;
        const price = soldPriceOf(prices, 'developer') ?? soldPriceOf(prices, 'team') ?? soldPriceOf(prices, 'byos_add_on');
        if (price !== undefined) await stripe.prices.retrieve(price);
        return undefined;
      }
    });
  const subscriptionOf = (customer: string) =>
    ofCustomer(async () => {
      const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: subscriptionsPerPage });
      return chosenSubscription(prices, data);
    });
  /** One that was paid or has ended since it was listed can be closed no more, and need not. */
  const closeCheckout = async (id: string): Promise<void> => {
    try {
      await stripe.checkout.sessions.expire(id);
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    }
  };

  const verified = (body: Uint8Array, signature: string): Stripe.Event | undefined => {
    // Stripe's library looks at the text of the bytes, which others may have, too: those that are no UTF-8, or begin with a mark of it.
    const text = Buffer.from(body).toString();
    if (!Buffer.from(text).equals(body)) return undefined;
    try {
      return stripe.webhooks.constructEvent(text, signature, webhookSecret, eventToleranceSeconds, undefined, clock.now());
    } catch {
      // Stripe's library throws errors of several kinds, and each of them for what was sent.
      return undefined;
    }
  };
  const readEvent = (body: Uint8Array, signature: string | undefined): Result<BillingEvent, BadRequest> => {
    const known = signature === undefined ? undefined : billingEventOf(verified(body, signature));
    return known === undefined ? err(signatureProblem(signature) ?? refused) : ok(known);
  };

  return {
    signatureHeader,
    sells: (item) => soldPriceOf(prices, item) !== undefined,
    createCustomer: ({ id, name }, former) =>
      ask(async () => {
        // The name is apart, since a request that is repeated under one key must be the same to the letter.
        const metadata = { organization_id: id };
        // Under the same key Stripe would answer with a customer who was deleted since.
        const idempotencyKey = `svc-customer-${id}${former === undefined ? '' : `-${former}`}`;
        const customer = await stripe.customers.create({ metadata }, { idempotencyKey });
        await stripe.customers.update(customer.id, { name });
        return customer.id;
      }),
    hasCustomer: (customer) =>
      ofCustomer(async () => (await stripe.customers.retrieve(customer)).deleted !== true).map((isThere) => isThere === true),
    openCheckout: (customer, planId) =>
      ask(() =>
        stripe.checkout.sessions.create({
          mode: 'subscription',
          customer,
          line_items: [{ price: priceOf(planId), quantity: 1 }],
          success_url: returnUrl,
          cancel_url: returnUrl,
        }),
      ).andThen(({ url }) => (url === null ? errAsync(unavailable('billing_provider')) : okAsync(url))),
    closeCheckouts: (customer) =>
      ofCustomer(async () => {
        for await (const { id } of stripe.checkout.sessions.list({ customer, status: 'open' })) await closeCheckout(id);
      }),
    openPortal: (customer) =>
      ask(() => stripe.billingPortal.sessions.create({ customer, return_url: returnUrl })).map(({ url }) => url),
    subscriptionOf,
    setByosAddOn: (subscription, isEnabled) =>
      ask(async () => {
        const item = addOnItem(prices, await stripe.subscriptions.retrieve(subscription));
        if (isEnabled && item === undefined) {
          await stripe.subscriptionItems.create({ subscription, price: priceOf('byos_add_on'), quantity: 1 });
        }
        if (!isEnabled && item !== undefined) await stripe.subscriptionItems.del(item.id);
      }),
    invoicesOf: (customer, limit) =>
      ofCustomer(() => stripe.invoices.list({ customer, limit })).map((listed) => listed?.data.map(invoiceOf) ?? []),
    previewInvoice: (customer) =>
      subscriptionOf(customer).andThen((subscription) => {
        if (!isRunning(subscription) || subscription.cancelAt !== undefined) return okAsync(undefined);
        return ask(() => stripe.invoices.createPreview({ customer, subscription: subscription.id })).map(previewOf);
      }),
    signatureProblem,
    readEvent: (body, signature) => readEvent(body, signature).asyncAndThen((event) => okAsync(event)),
  };
};
