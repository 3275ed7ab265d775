import { bytesToHex } from '@noble/hashes/utils.js';
import { err, errAsync, ok, okAsync, type Result, type ResultAsync } from 'neverthrow';
import { portableHmac } from '../formats/hashing/portable-hmac.js';
import { badRequest, type BadRequest, invariant, unavailable, type Unavailable } from '../model/app-error.js';
import { eventToleranceSeconds } from '../model/billing/event-window.js';
import { isRenewed, type PaidPlanId, type Subscription } from '../model/billing/subscription.js';
import { constantTimeEqual } from '../model/values/constant-time-equal.js';
import { DAY_MS, SECOND_MS } from '../model/values/index.js';
import type { BillingEvent, BillingProvider, Invoice, PricedItem } from '../ports/billing-provider.js';
import type { Clock } from '../ports/clock.js';
import type { RandomSource } from '../ports/random-source.js';

export interface MemoryBillingProviderOptions {
  readonly clock: Clock;
  readonly random: RandomSource;
  /** What a month costs, in cents. What is not named is not sold. */
  readonly prices: Readonly<Partial<Record<PricedItem, number>>>;
}

/** A callback as it would come in. */
export interface SignedCallback {
  readonly body: Uint8Array;
  /** What stands in the provider's `signatureHeader`. */
  readonly signature: string;
}

/** A small provider, with the hands of those who pay, cancel and let cards expire. */
export interface MemoryBillingProvider extends BillingProvider {
  /** Somebody pays at a checkout. */
  pay(checkoutUrl: string): void;
  /** Something happens to what the customer has. */
  change(customerId: string, change: Partial<Subscription>): void;
  /** An event about the customer; the same `eventId` is the same event. */
  callback(customerId: string, eventId?: string): SignedCallback;
  /** Any body, as the provider signs it now. */
  sign(body: Uint8Array): SignedCallback;
  /** From now on nothing that it is asked is answered, or everything again. */
  setOutage(isOut: boolean): void;
}

interface Customer {
  readonly organizationId: string;
  /** In whose place it came. */
  readonly former: string | undefined;
  subscription: Subscription | undefined;
  invoices: readonly Invoice[];
}

const secretBytes = 32;
const periodMs = 30 * DAY_MS;
const currency = 'usd';
const signatureHeader = 'x-billing-signature';
const signaturePattern = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;
const refused = badRequest(signatureHeader, 'contradictory');

const signatureProblem = (signature: string | undefined): BadRequest | undefined => {
  if (signature === undefined) return badRequest(signatureHeader, 'missing');
  return signaturePattern.test(signature) ? undefined : refused;
};

const isEvent = (value: unknown): value is { readonly id: string; readonly customer?: unknown } =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';

/** Undefined where the body is no event: a test may sign anything. */
const eventOf = (body: Uint8Array): BillingEvent | undefined => {
  try {
    const event: unknown = JSON.parse(new TextDecoder().decode(body));
    if (!isEvent(event)) return undefined;
    return { id: event.id, customerId: typeof event.customer === 'string' ? event.customer : undefined };
  } catch {
    return undefined;
  }
};

/** A billing provider that needs nobody and takes nothing, for tests and for trying things out. */
export const createMemoryBillingProvider = (options: MemoryBillingProviderOptions): MemoryBillingProvider => {
  const { clock, random, prices } = options;
  const mac = portableHmac(random.bytes(secretBytes));
  const customers = new Map<string, Customer>();
  const checkouts = new Map<string, { readonly customerId: string; readonly planId: PaidPlanId }>();
  let isOut = false;

  const customerOf = (id: string): Customer => {
    const customer = customers.get(id);
    invariant(customer !== undefined, `${id} is a customer`);
    return customer;
  };
  const answer = <T>(make: () => T): ResultAsync<T, Unavailable> =>
    isOut ? errAsync(unavailable('billing_provider')) : okAsync(make());
  const monthly = ({ planId, hasByosAddOn }: Subscription): number =>
    (prices[planId] ?? 0) + (hasByosAddOn ? (prices.byos_add_on ?? 0) : 0);
  const signatureOf = (seconds: number, body: Uint8Array): string => mac(`${seconds}.${bytesToHex(body)}`);

  const pay = (checkoutUrl: string): void => {
    const checkout = checkouts.get(checkoutUrl);
    invariant(checkout !== undefined, `${checkoutUrl} is a checkout`);
    const customer = customerOf(checkout.customerId);
    const [id, createdAt] = [random.uuid(), clock.now()];
    const subscription: Subscription = {
      id: `sub_${id}`,
      planId: checkout.planId,
      hasByosAddOn: false,
      status: 'active',
      currentPeriodEnd: createdAt + periodMs,
      cancelAt: undefined,
    };
    const links = { receiptUrl: `https://billing.test/receipts/${id}`, pdfUrl: `https://billing.test/receipts/${id}.pdf` };
    const number = `M-${customer.invoices.length + 1}`;
    const invoice: Invoice = { id, number, status: 'paid', amount: monthly(subscription), currency, createdAt, ...links };
    customer.subscription = subscription;
    customer.invoices = [invoice, ...customer.invoices];
  };

  const read = (body: Uint8Array, signature: string | undefined): Result<BillingEvent, BadRequest> => {
    const [, seconds, given] = signaturePattern.exec(signature ?? '') ?? [];
    if (seconds === undefined || given === undefined) return err(signatureProblem(signature) ?? refused);
    if (!constantTimeEqual(signatureOf(Number(seconds), body), given)) return err(refused);
    if (clock.now() / SECOND_MS - Number(seconds) > eventToleranceSeconds) return err(refused);
    const event = eventOf(body);
    return event === undefined ? err(refused) : ok(event);
  };

  const sign = (body: Uint8Array): SignedCallback => {
    const seconds = Math.floor(clock.now() / SECOND_MS);
    return { body, signature: `t=${seconds},v1=${signatureOf(seconds, body)}` };
  };

  return {
    signatureHeader,
    sells: (item) => prices[item] !== undefined,
    createCustomer: ({ id: organizationId }, former) =>
      answer(() => {
        const known = [...customers].find(
          ([, customer]) => customer.organizationId === organizationId && customer.former === former,
        );
        const id = known?.[0] ?? `cus_${random.uuid()}`;
        if (known === undefined) customers.set(id, { organizationId, former, subscription: undefined, invoices: [] });
        return id;
      }),
    hasCustomer: (customerId) => answer(() => customers.has(customerId)),
    openCheckout: (customerId, planId) =>
      answer(() => {
        const url = `https://billing.test/checkouts/${random.uuid()}`;
        checkouts.set(url, { customerId, planId });
        return url;
      }),
    closeCheckouts: (customerId) =>
      answer(() => {
        for (const [url, checkout] of checkouts) if (checkout.customerId === customerId) checkouts.delete(url);
      }),
    openPortal: (customerId) => answer(() => `https://billing.test/portal/${customerId}`),
    subscriptionOf: (customerId) => answer(() => customers.get(customerId)?.subscription),
    setByosAddOn: (subscriptionId, isEnabled) =>
      answer(() => {
        const customer = [...customers.values()].find(({ subscription }) => subscription?.id === subscriptionId);
        invariant(customer?.subscription !== undefined, `${subscriptionId} is a subscription`);
        customer.subscription = { ...customer.subscription, hasByosAddOn: isEnabled };
      }),
    invoicesOf: (customerId, limit) => answer(() => customers.get(customerId)?.invoices.slice(0, limit) ?? []),
    previewInvoice: (customerId) =>
      answer(() => {
        const subscription = customers.get(customerId)?.subscription;
        if (!isRenewed(subscription)) return undefined;
        return { amount: monthly(subscription), currency, dueAt: subscription.currentPeriodEnd };
      }),
    signatureProblem,
    readEvent: (body, signature) => read(body, signature).asyncAndThen((event) => okAsync(event)),
    pay,
    change: (customerId, change) => {
      const customer = customerOf(customerId);
      invariant(customer.subscription !== undefined, `${customerId} has a subscription`);
      customer.subscription = { ...customer.subscription, ...change };
    },
    callback: (customer, eventId = `evt_${random.uuid()}`) =>
      sign(new TextEncoder().encode(JSON.stringify({ id: eventId, customer }))),
    sign,
    setOutage: (out) => void (isOut = out),
  };
};
