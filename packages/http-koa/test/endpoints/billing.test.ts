import { type AuditAction, type AuditEntry, type OrganizationId, trusted } from '@svc/core/model';
import { expect } from 'chai';
import { startAcme } from '../support/acme.js';
import { eachDatabase } from '../support/each-database.js';
import { sendRaw } from '../support/raw-request.js';
import { type Answer, textAt, valueAt } from '../support/request.js';
import { type startService, type TestService } from '../support/service.js';
import { slugOf, type TestOrganization, type TestUser, type World } from '../support/world.js';

const path = '/organizations/acme/billing';

for (const [kind, open] of Object.entries(eachDatabase)) {
  describe(`billing, kept ${kind}`, () => {
    let organization: TestOrganization;
    let service: TestService;
    let world: World;
    let owner: TestUser;

    const start = async (options: Parameters<typeof startService>[0] = {}): Promise<void> => {
      ({ service, world, owner, organization } = await startAcme({ defaultPlan: 'free', open, ...options }));
    };
    beforeEach(() => start());
    afterEach(() => service.close());
    const restart = async (options: Parameters<typeof startService>[0]): Promise<void> => {
      await service.close();
      await start(options);
    };

    const call = (method: string, at = '', body?: unknown): Promise<Answer> =>
      world.call(method, path + at, { token: owner.token, body });
    const expectError = async (answering: Promise<Answer>, status: number, details: unknown): Promise<void> => {
      const { status: actual, json, text } = await answering;
      expect(actual, text).to.equal(status);
      expect(valueAt(json, 'error.details')).to.deep.equal(details);
    };
    const checkout = async (planId: string): Promise<string> => {
      const { status, json, text } = await call('POST', '/checkout', { plan_id: planId });
      expect(status, text).to.equal(200);
      return textAt(json, 'url');
    };
    const customerId = async (): Promise<string> =>
      textAt((await call('POST', '/portal')).json, 'url')
        .split('/')
        .at(-1) ?? '';
    const deliver = ({
      body,
      signature,
    }: {
      readonly body: Uint8Array;
      readonly signature: string | undefined;
    }): Promise<Answer> =>
      world.call('POST', '/billing/webhook', {
        body,
        headers: signature === undefined ? {} : { [service.billing.signatureHeader]: signature },
      });
    const planOf = async (): Promise<unknown> => valueAt((await call('GET')).json, 'plan.id');
    const subscribe = async (planId = 'developer'): Promise<string> => {
      service.billing.pay(await checkout(planId));
      const id = await customerId();
      expect((await deliver(service.billing.callback(id))).status).to.equal(200);
      return id;
    };
    /** What was written down of this, newest first. */
    const audited = async (action: AuditAction): Promise<readonly AuditEntry[]> => {
      const { id } = organization;
      const read = await service.ports.unitOfWork.read(({ audit }) => audit.latest(trusted<OrganizationId>(id), 100));
      return read._unsafeUnwrap().filter((entry) => entry.action === action);
    };
    const notForSale = (field: string) => ({ field, problem: 'not_for_sale' });

    it('shows plan, usage and limits of who has never paid', async () => {
      const { status, json } = await call('GET');
      expect(status).to.equal(200);
      expect(json).to.deep.equal({
        plan: valueAt((await world.call('GET', '/plans')).json, 'plans.0'),
        byos_addon: false,
        usage: {
          repositories: { current: 0, limit: 1 },
          members: { current: 1, limit: 3 },
          tokens: { current: 0, limit: 5 },
          storage_connections: { current: 0, limit: 0 },
          storage_bytes: { current: 0, limit: 10 * 2 ** 30 },
        },
        invoices: [],
        has_billing_customer: false,
      });
    });

    it('counts what is used, and tells no limit where there is none', async () => {
      await restart({ defaultPlan: 'business' });
      const repository = await world.repository(owner, { id: 'acme' }, { name: 'models' });
      await world.object(owner, repository, Buffer.from('0123456789'));
      await world.apiToken(owner, { id: 'acme' }, { scopes: ['org:read'] });
      await world.connection(owner, { id: 'acme' });
      expect(valueAt((await call('GET')).json, 'usage')).to.deep.equal({
        repositories: { current: 1 },
        members: { current: 1 },
        tokens: { current: 1 },
        storage_connections: { current: 1 },
        storage_bytes: { current: 10, limit: 10 * 2 ** 40 },
      });
    });

    it('shows of storage what a refusal and the dashboard count', async () => {
      const repository = await world.repository(owner, { id: 'acme' }, { name: 'models' });
      const limit = 10 * 2 ** 30;
      const opened = await world.call('POST', `/repositories/${repository}/uploads`, { token: owner.token });
      const path = `/repositories/${repository}/uploads/${textAt(opened.json, 'session.id')}/objects`;
      const ask = (oid: string, size: number) =>
        world.call('POST', path, { token: owner.token, body: { objects: [{ oid: oid.repeat(64), size }] } });
      for (const oid of ['a', 'b']) expect((await ask(oid, limit / 2)).status).to.equal(200);
      await expectError(ask('c', 1), 402, { reason: 'storage_quota', limit, current: limit });
      expect(valueAt((await call('GET')).json, 'usage.storage_bytes')).to.deep.equal({ current: limit, limit });
      const { json } = await world.call('GET', '/organizations/acme/dashboard', { token: owner.token });
      expect(valueAt(json, 'dashboard.limits.0')).to.deep.equal({ reason: 'storage_quota', limit, current: limit });
    });

    it('goes from checkout to the plan when the provider says so, and shows what is paid', async () => {
      const url = await checkout('developer');
      expect(await planOf()).to.equal('free');
      service.billing.pay(url);
      expect((await deliver(service.billing.callback(await customerId()))).json).to.deep.equal({ received: true });
      const { json } = await call('GET');
      expect(valueAt(json, 'plan.id')).to.equal('developer');
      expect(valueAt(json, 'subscription')).to.deep.equal({
        plan_id: 'developer',
        status: 'active',
        byos_addon: false,
        current_period_end: '2026-01-31T00:00:00.000Z',
      });
      expect(valueAt(json, 'invoice_preview')).to.deep.equal({
        amount: 1900,
        currency: 'usd',
        due_at: '2026-01-31T00:00:00.000Z',
      });
      expect(valueAt(json, 'has_billing_customer')).to.equal(true);
      expect(valueAt(json, 'invoices.0')).to.deep.include({ number: 'M-1', status: 'paid', amount: 1900, currency: 'usd' });
      expect(textAt(json, 'invoices.0.receipt_url')).to.match(/^https:/);
      expect(textAt(json, 'invoices.0.pdf_url')).to.match(/^https:.*\.pdf$/);
    });

    it('lets the limits of the new plan hold at the next request, and takes nothing away with the old one', async () => {
      const id = await subscribe();
      for (const name of ['one', 'two', 'three']) await world.repository(owner, { id: 'acme' }, { name });
      service.billing.change(id, { status: 'canceled' });
      await deliver(service.billing.callback(id));
      expect(await planOf()).to.equal('free');
      const { status, json } = await world.call('GET', '/organizations/acme/repositories', { token: owner.token });
      expect(status).to.equal(200);
      expect(valueAt(json, 'repositories')).to.have.length(3);
      const fourth = world.call('POST', '/organizations/acme/repositories', { token: owner.token, body: { name: 'four' } });
      await expectError(fourth, 402, { reason: 'max_repositories', limit: 1, current: 3 });
    });

    it('keeps the plan while a payment is tried again, and until its end when it is canceled', async () => {
      const id = await subscribe('team');
      const cancelAt = service.clock.now() + 86_400_000;
      const states = [
        [{ status: 'past_due' }, 'team'],
        [{ status: 'unpaid' }, 'free'],
        [{ status: 'active', cancelAt }, 'team'],
        [{ status: 'incomplete' }, 'free'],
        [{ status: 'active', planId: 'developer' }, 'developer'],
        [{ status: 'canceled' }, 'free'],
      ] as const;
      for (const [change, planId] of states) {
        service.billing.change(id, change);
        await deliver(service.billing.callback(id));
        expect(await planOf(), JSON.stringify(change)).to.equal(planId);
        expect(valueAt((await call('GET')).json, 'subscription.status')).to.equal(change.status);
      }
    });

    it('sells neither what is free, nor what sales sell, nor what has no price', async () => {
      for (const at of ['/checkout', '/confirm']) {
        for (const planId of ['free', 'business']) {
          await expectError(call('POST', at, { plan_id: planId }), 400, notForSale('plan_id'));
        }
        await expectError(call('POST', at, { plan_id: 'enterprise' }), 400, { field: 'plan_id', problem: 'unsupported' });
        await expectError(call('POST', at, {}), 400, { field: 'plan_id', problem: 'missing' });
        await expectError(call('POST', at, { plan_id: 'team', coupon: 'x' }), 400, { field: 'coupon', problem: 'unknown' });
      }
      const { billing } = service;
      const sellsNothing = { ...billing, sells: () => false };
      await restart({ ports: (ports) => ({ ...ports, billingProvider: sellsNothing }) });
      await expectError(call('POST', '/checkout', { plan_id: 'team' }), 400, notForSale('plan_id'));
      await expectError(call('POST', '/byos-addon', { enabled: true }), 400, notForSale('enabled'));
    });

    it('changes a subscription that runs in the portal, and sells no second one', async () => {
      const id = await subscribe();
      for (const status of ['active', 'past_due', 'unpaid'] as const) {
        service.billing.change(id, { status });
        await expectError(call('POST', '/checkout', { plan_id: 'team' }), 409, { reason: 'subscription_exists' });
      }
      for (const status of ['incomplete', 'canceled'] as const) {
        service.billing.change(id, { status });
        await checkout('team');
      }
    });

    it('has no portal for who is no customer, and one from the first checkout on', async () => {
      await expectError(call('POST', '/portal'), 409, { reason: 'no_billing_customer' });
      await checkout('team');
      await checkout('developer');
      const { status, json } = await call('POST', '/portal');
      expect(status).to.equal(200);
      expect(textAt(json, 'url')).to.match(/^https:/);
      const made = await audited('billing.customer.create');
      expect(made).to.have.length(1);
    });

    it('answers 202 until the provider confirms, and then with the billing, without any callback', async () => {
      await expectError(call('POST', '/confirm', { plan_id: 'team' }), 409, { reason: 'no_billing_customer' });
      const url = await checkout('team');
      const pending = await call('POST', '/confirm', { plan_id: 'team' });
      expect([pending.status, pending.json]).to.deep.equal([202, { status: 'pending_webhook' }]);
      service.billing.pay(url);
      expect((await call('POST', '/confirm', { plan_id: 'developer' })).status).to.equal(202);
      const confirmed = await call('POST', '/confirm', { plan_id: 'team' });
      expect(confirmed.status).to.equal(200);
      expect(confirmed.json).to.deep.equal((await call('GET')).json);
      expect(valueAt(confirmed.json, 'plan.id')).to.equal('team');
    });

    it('switches the add-on of the Developer plan, whose connections stay when it goes', async () => {
      await expectError(call('POST', '/byos-addon', { enabled: true }), 409, { reason: 'add_on_not_offered' });
      await subscribe();
      for (let again = 0; again < 2; again += 1) {
        const { status, json, text } = await call('POST', '/byos-addon', { enabled: true });
        expect(status, text).to.equal(200);
        expect(valueAt(json, 'byos_addon')).to.equal(true);
        expect(valueAt(json, 'usage.storage_connections')).to.deep.equal({ current: 0, limit: 1 });
        expect(valueAt(json, 'invoice_preview.amount')).to.equal(2400);
      }
      await world.connection(owner, { id: 'acme' });
      const off = await call('POST', '/byos-addon', { enabled: false });
      expect(valueAt(off.json, 'usage.storage_connections')).to.deep.equal({ current: 1, limit: 0 });
      await expectError(call('POST', '/byos-addon', { enabled: 'yes' }), 400, { field: 'enabled', problem: 'malformed' });
      const [gone, come] = await audited('billing.subscription.change');
      expect([come?.details, gone?.details]).to.deep.equal([
        { byos_add_on: { old: false, new: true } },
        { byos_add_on: { old: true, new: false } },
      ]);
      expect([come?.actor?.name, gone?.actor?.name]).to.deep.equal(['owner', 'owner']);
    });

    it('has no add-on for a Developer plan that nobody pays for, nor for one that was bought as Team', async () => {
      await restart({ defaultPlan: 'developer' });
      await expectError(call('POST', '/byos-addon', { enabled: true }), 409, { reason: 'no_subscription' });
      const id = await subscribe('team');
      await expectError(call('POST', '/byos-addon', { enabled: true }), 409, { reason: 'add_on_not_offered' });
      service.billing.change(id, { hasByosAddOn: true });
      const { status, json } = await call('POST', '/byos-addon', { enabled: false });
      expect([status, valueAt(json, 'subscription.byos_addon')]).to.deep.equal([200, false]);
    });

    it('runs without a provider: reads answer, and what costs money says that it is not sold', async () => {
      await restart({ ports: (ports) => ({ ...ports, billingProvider: undefined }) });
      expect((await call('GET')).json).to.deep.include({ invoices: [], has_billing_customer: false });
      await expectError(call('POST', '/checkout', { plan_id: 'team' }), 400, notForSale('plan_id'));
      await expectError(call('POST', '/confirm', { plan_id: 'team' }), 400, notForSale('plan_id'));
      await expectError(call('POST', '/byos-addon', { enabled: true }), 400, notForSale('enabled'));
      await expectError(call('POST', '/portal'), 409, { reason: 'no_billing_customer' });
      const delivering = deliver(service.billing.sign(Buffer.from('{}')));
      await expectError(delivering, 400, { ...notForSale('signature'), reason: 'no_billing_provider' });
      expect(textAt((await delivering).json, 'error.message')).to.equal('This service has no billing provider.');
    });

    it('is unavailable while the provider is, and changes nothing', async () => {
      const id = await subscribe();
      service.billing.change(id, { status: 'canceled' });
      const callback = service.billing.callback(id);
      service.billing.setOutage(true);
      const asked = [
        call('GET'),
        call('POST', '/checkout', { plan_id: 'team' }),
        call('POST', '/portal'),
        call('POST', '/confirm', { plan_id: 'developer' }),
        call('POST', '/byos-addon', { enabled: true }),
        deliver(callback),
      ];
      for (const { status, headers, json } of await Promise.all(asked)) {
        expect(status).to.equal(503);
        expect(valueAt(json, 'error.code')).to.equal('unavailable');
        expect(headers['retry-after']).to.match(/^\d+$/);
      }
      service.billing.setOutage(false);
      expect(await planOf()).to.equal('developer');
      expect((await deliver(callback)).status, 'told again').to.equal(200);
      expect(await planOf()).to.equal('free');
    });

    describe('callbacks', () => {
      it('are refused without a signature, with a wrong one, over other bytes, and when they are too old', async () => {
        const id = await subscribe();
        service.billing.change(id, { status: 'canceled' });
        const { signatureHeader: field } = service.billing;
        const callback = service.billing.callback(id);
        const wrong = { field, problem: 'contradictory' };
        await expectError(deliver({ ...callback, signature: undefined }), 400, { field, problem: 'missing' });
        const forged = [
          { ...callback, signature: 'x' },
          { ...callback, signature: `${callback.signature.slice(0, -1)}${callback.signature.endsWith('0') ? '1' : '0'}` },
          { ...callback, signature: service.billing.sign(Buffer.from('{}')).signature },
          { ...callback, body: Buffer.concat([callback.body, Buffer.from(' ')]) },
          { ...callback, body: Buffer.alloc(0) },
          service.billing.sign(Buffer.from('{}')),
        ];
        for (const one of forged) await expectError(deliver(one), 400, wrong);
        service.clock.advance(300_000);
        expect((await deliver(service.billing.sign(callback.body))).status).to.equal(200);
        expect(await planOf()).to.equal('free');
        const aged = service.billing.callback(id);
        service.clock.advance(300_000);
        expect((await deliver(aged)).status, 'five minutes old').to.equal(200);
        service.clock.advance(1000);
        await expectError(deliver(aged), 400, wrong);
      });

      it('are refused before their body has come, when no body could fit the signature', async () => {
        const { signatureHeader: field } = service.billing;
        const head = 'POST /api/v1/billing/webhook HTTP/1.1\r\nHost: x\r\nContent-Length: 1048576\r\nConnection: close\r\n';
        for (const [header, problem] of [
          ['', 'missing'],
          [`${field}: x\r\n`, 'contradictory'],
        ] as const) {
          const { status, body } = await sendRaw(service.port, `${head}${header}\r\n`);
          expect([status, valueAt(JSON.parse(body), 'error.details')]).to.deep.equal([400, { field, problem }]);
        }
      });

      it('take a body of 1 MiB at most', async () => {
        const body = Buffer.from('{"id":"evt_1"}'.padEnd(2 ** 20 + 1));
        expect((await deliver(service.billing.sign(body.subarray(0, -1)))).json).to.deep.equal({ received: true });
        const { status, json } = await deliver(service.billing.sign(body));
        expect([status, valueAt(json, 'error.code')]).to.deep.equal([413, 'payload_too_large']);
      });

      it('need no credential, and are not helped by one', async () => {
        const { status } = await world.call('POST', '/billing/webhook', { token: owner.token, body: { id: 'evt_1' } });
        expect(status).to.equal(400);
      });

      it('are acknowledged when they are about nobody whom the service knows', async () => {
        const { billing } = service;
        const bodies = [{ id: 'evt_1' }, { id: 'evt_2', customer: 'cus_of_somebody_else' }];
        for (const body of bodies) {
          expect((await deliver(billing.sign(Buffer.from(JSON.stringify(body))))).json).to.deep.equal({ received: true });
        }
      });

      it('are applied once, in whatever order they come: what holds is what the provider says now', async () => {
        const id = await subscribe();
        const [upgraded, canceled] = [service.billing.callback(id), service.billing.callback(id)];
        service.billing.change(id, { planId: 'team' });
        expect((await deliver(canceled)).status).to.equal(200);
        expect(await planOf()).to.equal('team');
        service.billing.change(id, { status: 'canceled' });
        expect((await deliver(canceled)).status, 'again').to.equal(200);
        expect(await planOf(), 'the same event is not applied twice').to.equal('team');
        await deliver(upgraded);
        expect(await planOf()).to.equal('free');
        const changes = await audited('billing.subscription.change');
        expect(changes.map(({ actorId }) => actorId)).to.deep.equal([undefined, undefined, undefined]);
      });

      it('leave the plan of an operator alone until the subscription gives something else', async () => {
        const id = await subscribe();
        const organization = slugOf('acme');
        (await service.application.operator.setPlan({ organization, planId: 'business' }))._unsafeUnwrap();
        service.billing.change(id, { currentPeriodEnd: service.clock.now() + 1 });
        await deliver(service.billing.callback(id));
        expect(await planOf()).to.equal('business');
        service.billing.change(id, { planId: 'team' });
        await deliver(service.billing.callback(id));
        expect(await planOf()).to.equal('team');
      });
    });

    it('keeps an organization from being deleted while somebody goes on paying for it', async () => {
      const id = await subscribe();
      const remove = () => world.call('DELETE', '/organizations/acme', { token: owner.token });
      await expectError(remove(), 409, { reason: 'subscription_exists' });
      service.billing.change(id, { cancelAt: service.clock.now() + 1 });
      await deliver(service.billing.callback(id));
      expect((await remove()).status).to.equal(204);
      expect((await deliver(service.billing.callback(id))).status, 'of an organization that is gone').to.equal(200);
    });
  });
}
