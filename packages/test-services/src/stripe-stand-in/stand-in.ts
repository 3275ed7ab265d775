import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import Stripe from 'stripe';
import { fieldOf, type Form, formOf } from './form.js';
import { type StoredSubscription, wireInvoice, wireList, wireSubscription } from './wire.js';

export interface StripeStandInOptions {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** What each price costs a month, in cents. Other prices are unknown. */
  readonly prices: Readonly<Record<string, number>>;
}

/** A callback as Stripe sends it. */
export interface StripeCallback {
  readonly body: Uint8Array;
  readonly signature: string;
}

export interface CallbackOptions {
  readonly id?: string;
  readonly type?: string;
  readonly ageSeconds?: number;
  /** Signed with another secret than Stripe's. */
  readonly secret?: string;
}

/** How it answers: as it should, with 503 to everything, or not at all. */
export type Mood = 'well' | 'out' | 'silent';

/** The part of Stripe's API that the service uses, on a socket of loopback. The hands of customers are functions. */
export interface StripeStandIn {
  readonly url: string;
  /** Every request: `POST /v1/customers`. */
  readonly requests: readonly string[];
  /** Of the last request. */
  lastHeaders(): IncomingMessage['headers'];
  /** A form that came in: of the newest request to a path. */
  formOf(path: string): Form | undefined;
  customerName(customer: string): string | undefined;
  /** A checkout that nobody has asked for over the API; its URL. */
  open(customer: string, price: string): string;
  pay(checkoutUrl: string): void;
  /** What happens just before the next checkout is closed. */
  beforeClosing(act: () => void): void;
  change(customer: string, change: Partial<Omit<StoredSubscription, 'id' | 'customer'>>): void;
  /** An event about the customer's newest subscription. */
  callback(customer: string, options?: CallbackOptions): StripeCallback;
  /** Any body, signed by Stripe's own library. */
  sign(body: string, options?: CallbackOptions): StripeCallback;
  setMood(mood: Mood): void;
  stop(): Promise<void>;
}

class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly body: Readonly<Record<string, unknown>>,
  ) {
    super('refused');
  }
}

const missing = (what: string): Refusal =>
  new Refusal(404, { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${what}` });

const idOf = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;
const secondsNow = (): number => Math.floor(Date.now() / 1000);
const monthSeconds = 30 * 86_400;

export const startStripeStandIn = async (options: StripeStandInOptions): Promise<StripeStandIn> => {
  const { secretKey, webhookSecret, prices } = options;
  const stripe = new Stripe(secretKey);
  const customers = new Map<string, { name: string | undefined }>();
  const subscriptions: StoredSubscription[] = [];
  const invoices: { readonly id: string; readonly customer: string; readonly total: number; readonly created: number }[] = [];
  /** Those that are open, by their URLs. */
  const checkouts = new Map<string, { readonly id: string; readonly customer: string; readonly price: string }>();
  const repeated = new Map<string, { readonly form: string; readonly answer: unknown }>();
  const requests: string[] = [];
  const forms = new Map<string, Form>();
  let mood: Mood = 'well';
  let beforeClosing = (): void => {};
  let headers: IncomingMessage['headers'] = {};

  const totalOf = ({ items }: StoredSubscription): number => items.reduce((sum, { price }) => sum + (prices[price] ?? 0), 0);
  const knownPrice = (form: Form, name: string): string => {
    const price = fieldOf(form, name);
    if (prices[price] === undefined) throw missing(`price: '${price}'`);
    return price;
  };
  const knownCustomer = (form: Form): string => {
    const customer = fieldOf(form, 'customer');
    if (!customers.has(customer)) throw missing(`customer: '${customer}'`);
    return customer;
  };
  const newestOf = (customer: string): StoredSubscription => {
    const found = subscriptions.find((subscription) => subscription.customer === customer);
    if (found === undefined) throw new Error(`${customer} has no subscription`);
    return found;
  };
  const subscriptionAt = (id: string): StoredSubscription => {
    const found = subscriptions.find((subscription) => subscription.id === id);
    if (found === undefined) throw missing(`subscription: '${id}'`);
    return found;
  };
  const addItem = (form: Form): unknown => {
    const price = knownPrice(form, 'price');
    const subscription = subscriptionAt(fieldOf(form, 'subscription'));
    if (subscription.items.some((item) => item.price === price)) {
      throw new Refusal(400, { type: 'invalid_request_error', message: 'There is an item with that price already' });
    }
    const item = { id: idOf('si'), price };
    subscription.items = [...subscription.items, item];
    return { object: 'subscription_item', ...item };
  };
  const removeItem = (id: string): unknown => {
    for (const subscription of subscriptions) subscription.items = subscription.items.filter((item) => item.id !== id);
    return { id, object: 'subscription_item', deleted: true };
  };
  const open = (customer: string, price: string): string => {
    const id = idOf('cs');
    const url = `https://checkout.stripe.test/${id}`;
    checkouts.set(url, { id, customer, price });
    return url;
  };
  const expire = (id: string): unknown => {
    const act = beforeClosing;
    beforeClosing = () => {};
    act();
    const [url] = [...checkouts].find(([, checkout]) => checkout.id === id) ?? [];
    if (url === undefined)
      throw new Refusal(400, { type: 'invalid_request_error', message: 'Only open sessions can be expired' });
    checkouts.delete(url);
    return { id, object: 'checkout.session', status: 'expired' };
  };
  const preview = (form: Form): unknown => {
    const subscription = subscriptionAt(fieldOf(form, 'subscription'));
    const total = totalOf(subscription);
    return {
      ...wireInvoice({ id: 'upcoming', customer: subscription.customer, total, created: secondsNow() }, ''),
      amount_due: total,
      next_payment_attempt: subscription.currentPeriodEnd,
    };
  };

  const answer = (route: string, path: string, form: Form): unknown => {
    const last = path.split('/').at(-1) ?? '';
    switch (route) {
      case 'POST /v1/customers': {
        const id = idOf('cus');
        customers.set(id, { name: undefined });
        return { id, object: 'customer' };
      }
      case 'GET /v1/customers/{id}':
        if (!customers.has(last)) throw missing(`customer: '${last}'`);
        return { id: last, object: 'customer' };
      case 'POST /v1/customers/{id}':
        customers.set(last, { name: form.get('name') });
        return { id: last, object: 'customer' };
      case 'POST /v1/checkout/sessions': {
        const url = open(knownCustomer(form), knownPrice(form, 'line_items[0][price]'));
        return { id: url.split('/').at(-1), object: 'checkout.session', url };
      }
      case 'GET /v1/checkout/sessions': {
        const customer = knownCustomer(form);
        const found = [...checkouts.values()].filter((checkout) => checkout.customer === customer);
        return wireList(found.map(({ id }) => ({ id, object: 'checkout.session', status: 'open' })));
      }
      case 'POST /v1/checkout/sessions/{id}/expire':
        return expire(path.split('/').at(-2) ?? '');
      case 'GET /v1/prices/{id}':
        if (prices[last] === undefined) throw missing(`price: '${last}'`);
        return { id: last, object: 'price' };
      case 'POST /v1/billing_portal/sessions':
        return { object: 'billing_portal.session', url: `https://portal.stripe.test/${knownCustomer(form)}` };
      case 'GET /v1/subscriptions': {
        const customer = knownCustomer(form);
        return wireList(subscriptions.filter((one) => one.customer === customer).map(wireSubscription));
      }
      case 'GET /v1/subscriptions/{id}':
        return wireSubscription(subscriptionAt(last));
      case 'POST /v1/subscription_items':
        return addItem(form);
      case 'DELETE /v1/subscription_items/{id}':
        return removeItem(last);
      case 'GET /v1/invoices': {
        const customer = knownCustomer(form);
        const own = invoices.filter((invoice) => invoice.customer === customer);
        return wireList(
          own.slice(0, Number(form.get('limit') ?? 10)).map((invoice, at) => wireInvoice(invoice, `S-${own.length - at}`)),
        );
      }
      case 'POST /v1/invoices/create_preview':
        return preview(form);
      default:
        throw new Refusal(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${route})` });
    }
  };

  const respond = (request: IncomingMessage, text: string): unknown => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://stripe.test');
    const method = request.method ?? 'GET';
    requests.push(`${method} ${pathname}`);
    headers = request.headers;
    if (headers.authorization !== `Bearer ${secretKey}`) {
      throw new Refusal(401, {
        type: 'invalid_request_error',
        message: `Invalid API Key provided: ${headers.authorization ?? ''}`,
      });
    }
    if (mood === 'out') throw new Refusal(503, { type: 'api_error', message: 'Stripe is out' });
    const raw = method === 'GET' ? search.slice(1) : text;
    const form = formOf(raw);
    forms.set(pathname, form);
    const key = headers['idempotency-key']?.toString();
    const before = key === undefined ? undefined : repeated.get(key);
    if (before !== undefined && before.form !== raw)
      throw new Refusal(400, { type: 'idempotency_error', message: 'Other parameters' });
    if (before !== undefined) return before.answer;
    const route = `${method} ${pathname.replace(/(?<=\/(?:customers|prices|subscriptions|subscription_items|checkout\/sessions)\/)[^/]+/, '{id}')}`;
    const given = answer(route, pathname, form);
    if (key !== undefined) repeated.set(key, { form: raw, answer: given });
    return given;
  };

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      if (mood === 'silent') return;
      response.setHeader('Content-Type', 'application/json');
      response.setHeader('Request-Id', idOf('req'));
      try {
        response.end(JSON.stringify(respond(request, Buffer.concat(chunks).toString())));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        response.setHeader('Stripe-Should-Retry', 'false');
        response.writeHead(error.status).end(JSON.stringify({ error: error.body }));
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port');

  const sign = (payload: string, { ageSeconds = 0, secret = webhookSecret }: CallbackOptions = {}): StripeCallback => ({
    body: Buffer.from(payload),
    signature: stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: secondsNow() - ageSeconds }),
  });

  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    lastHeaders: () => headers,
    formOf: (path) => forms.get(path),
    open,
    customerName: (customer) => customers.get(customer)?.name,
    pay: (checkoutUrl) => {
      const checkout = checkouts.get(checkoutUrl);
      if (checkout === undefined) throw new Error(`${checkoutUrl} is no checkout`);
      const { customer, price } = checkout;
      checkouts.delete(checkoutUrl);
      const created = secondsNow();
      const subscription: StoredSubscription = {
        id: idOf('sub'),
        customer,
        status: 'active',
        items: [{ id: idOf('si'), price }],
        created,
        currentPeriodEnd: created + monthSeconds,
        cancelAt: null,
        cancelAtPeriodEnd: false,
      };
      subscriptions.unshift(subscription);
      invoices.unshift({ id: idOf('in'), customer, total: totalOf(subscription), created });
    },
    beforeClosing: (act) => void (beforeClosing = act),
    change: (customer, change) => void Object.assign(newestOf(customer), change),
    callback: (customer, { id = idOf('evt'), type = 'customer.subscription.updated', ...how } = {}) => {
      const object = wireSubscription(newestOf(customer));
      return sign(JSON.stringify({ id, object: 'event', type, created: secondsNow(), data: { object } }), how);
    },
    sign,
    setMood: (next) => void (mood = next),
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};
