import { startStripeStandIn, type StripeCallback, type StripeStandIn } from '@svc/test-services/stripe';
import { expect } from 'chai';
import { z } from 'zod';
import { createApiClient } from '../client/api-client.js';
import { read } from '../client/exchange.js';
import { organizationAnswer } from '../client/wire.js';
import { startServer, type TestServer } from '../server/start-server.js';

const secretKey = 'sk_test_wJalrXUtnFEMI7MDENG';
const webhookSecret = 'whsec_bPxRfiCYEXAMPLEKEY';

const billingAnswer = z.object({
  plan: z.object({ id: z.string() }),
  subscription: z.object({ status: z.string() }).optional(),
  invoices: z.array(z.object({ amount: z.number(), receipt_url: z.string(), pdf_url: z.string() })),
  has_billing_customer: z.boolean(),
});
const urlAnswer = z.object({ url: z.string() });

describe('plans that are paid at Stripe', () => {
  let stripe: StripeStandIn;
  let server: TestServer;
  let api: ReturnType<typeof createApiClient>;
  let path: string;
  before(async () => {
    stripe = await startStripeStandIn({ secretKey, webhookSecret, prices: { price_d: 1900, price_t: 9900 } });
    server = await startServer({
      environment: {
        STRIPE_SECRET_KEY: secretKey,
        STRIPE_WEBHOOK_SECRET: webhookSecret,
        STRIPE_PRICE_DEVELOPER: 'price_d',
        STRIPE_PRICE_TEAM: 'price_t',
        STRIPE_API_URL: stripe.url,
        LOG_LEVEL: 'trace',
      },
    });
    api = createApiClient(server.baseUrl, server.adminToken);
    const { organization } = read(await api.call('POST', '/organizations', { name: 'Acme' }), 201, organizationAnswer);
    path = `/organizations/${organization.id}`;
  });
  after(async () => {
    api.close();
    await server.close();
    await stripe.stop();
  });

  const deliver = async ({ body, signature }: StripeCallback): Promise<number> => {
    const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature };
    const response = await fetch(`${server.baseUrl}/api/v1/billing/webhook`, {
      method: 'POST',
      body: Buffer.from(body),
      headers,
    });
    await response.arrayBuffer();
    return response.status;
  };
  const billing = async () => read(await api.call('GET', `${path}/billing`), 200, billingAnswer);
  const createRepository = async (name: string): Promise<number> =>
    (await api.call('POST', `${path}/repositories`, { name })).status;
  const customer = async (): Promise<string> => {
    const { url } = read(await api.call('POST', `${path}/billing/portal`), 200, urlAnswer);
    return url.split('/').at(-1) ?? '';
  };

  it('follow a signed event at the next request, in both directions, and nothing else', async () => {
    expect(await createRepository('one')).to.equal(201);
    expect(await createRepository('two')).to.equal(402);
    const { url } = read(await api.call('POST', `${path}/billing/checkout`, { plan_id: 'developer' }), 200, urlAnswer);
    stripe.pay(url);
    const id = await customer();

    expect(await deliver({ ...stripe.callback(id), signature: 'x' }), 'no signature').to.equal(400);
    expect(await deliver(stripe.callback(id, { secret: 'whsec_of_somebody_else' })), 'wrong secret').to.equal(400);
    expect(await deliver(stripe.callback(id, { ageSeconds: 400 })), 'replayed').to.equal(400);
    expect(await createRepository('two')).to.equal(402);

    expect(await deliver(stripe.callback(id, { type: 'checkout.session.completed' }))).to.equal(200);
    expect(await createRepository('two')).to.equal(201);
    const paid = await billing();
    expect(paid).to.deep.include({ plan: { id: 'developer' }, has_billing_customer: true });
    expect(paid.invoices.map(({ amount }) => amount)).to.deep.equal([1900]);

    stripe.change(id, { status: 'canceled' });
    expect(await deliver(stripe.callback(id, { type: 'customer.subscription.deleted' }))).to.equal(200);
    expect((await billing()).plan.id).to.equal('free');
    expect(await createRepository('three')).to.equal(402);
  });

  it('are confirmed by who comes back from the checkout, also while no event gets through', async () => {
    const { url } = read(await api.call('POST', `${path}/billing/checkout`, { plan_id: 'team' }), 200, urlAnswer);
    expect((await api.call('POST', `${path}/billing/confirm`, { plan_id: 'team' })).status).to.equal(202);
    stripe.pay(url);
    expect((await api.call('POST', `${path}/billing/confirm`, { plan_id: 'team' })).status).to.equal(200);
    expect((await billing()).plan.id).to.equal('team');
  });

  it('are paid on for an organization that is gone, which the log tells', async () => {
    const { organization } = read(await api.call('POST', '/organizations', { name: 'Brief' }), 201, organizationAnswer);
    const brief = `/organizations/${organization.id}`;
    const { url } = read(await api.call('POST', `${brief}/billing/checkout`, { plan_id: 'team' }), 200, urlAnswer);
    const portal = read(await api.call('POST', `${brief}/billing/portal`), 200, urlAnswer);
    const id = portal.url.split('/').at(-1) ?? '';
    expect((await api.call('DELETE', brief)).status).to.equal(204);
    expect(() => stripe.pay(url)).to.throw('no checkout');
    stripe.pay(stripe.open(id, 'price_t'));
    expect(await deliver(stripe.callback(id))).to.equal(200);
    const line = server
      .output()
      .split('\n')
      .find((text) => text.includes('subscription of no organization'));
    expect(line)
      .to.contain('goes on being paid')
      .and.to.contain(`"customerId":"${id}"`)
      .and.to.match(/"subscriptionId":"sub_/);
  });

  it('stay as they are while Stripe is out, and no secret reaches the log', async () => {
    const impatient = createApiClient(server.baseUrl, server.adminToken, { isPatient: false });
    stripe.setMood('out');
    try {
      expect((await impatient.call('GET', `${path}/billing`)).status).to.equal(503);
      expect((await api.call('GET', path)).status).to.equal(200);
    } finally {
      impatient.close();
      stripe.setMood('well');
    }
    expect((await billing()).plan.id).to.equal('team');
    const said = server.output();
    expect(said).to.contain('billing provider unavailable');
    for (const secret of [secretKey, webhookSecret]) expect(said).to.not.contain(secret);
  });
});
