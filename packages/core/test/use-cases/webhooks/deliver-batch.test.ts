import { expect } from 'chai';
import { errAsync } from 'neverthrow';
import { grantSignedIn } from '../../../src/access/grant.js';
import { createApplication } from '../../../src/application.js';
import type { UnitOfWork } from '../../../src/ports/unit-of-work.js';
import type { WebhookAnswer } from '../../../src/ports/webhook-sender.js';
import { healthAfter } from '../../../src/use-cases/webhooks/after-deliveries.js';
import { deliverBatch } from '../../../src/use-cases/webhooks/deliver-batch.js';
import type { DeliveryLease } from '../../../src/use-cases/webhooks/lease-webhook.js';
import { createWorld, errorOf, slug, valueOf, withRepository, type World } from '../../builders/world.js';

const url = 'https://hooks.test/';

const setUp = async () => {
  const world = createWorld();
  const { application } = world;
  const { owner, organization } = await withRepository(world);
  const manage = valueOf(await application.authorize.organization(owner, slug('acme'), 'organization.update'));
  const create = valueOf(await application.authorize.organization(owner, slug('acme'), 'repositories.create'));
  while (valueOf(await application.webhooks.fanOut()) > 0);
  const { webhook } = valueOf(await application.webhooks.create(manage, { url, events: ['repository.created'] }));
  let count = 0;
  const emit = async (events: number): Promise<void> => {
    for (let left = events; left > 0; left -= 1) {
      count += 1;
      valueOf(await application.repositories.create(create, { name: `r-${count}` }));
    }
    while (valueOf(await application.webhooks.fanOut()) > 0);
  };
  const deliverAll = async (): Promise<number> => {
    for (let leases = 0; ; leases += 1) {
      const lease = valueOf(await application.webhooks.leaseWebhook());
      if (lease === undefined) return leases;
      valueOf(await application.webhooks.deliver(lease));
    }
  };
  const state = async () => {
    const [found] = valueOf(await application.webhooks.list(manage, { limit: 1 })).items;
    if (found === undefined) throw new Error('the webhook is there');
    return found;
  };
  return { world, application, owner, organization, manage, webhook, emit, deliverAll, state };
};

const answersInOrder = (world: World, answers: readonly WebhookAnswer[]): void => {
  let at = 0;
  world.webhookSender.listen(url, () => answers[at++] ?? { kind: 'answered', status: 200 });
};
const failing: WebhookAnswer = { kind: 'answered', status: 500 };

describe('deliverBatch', () => {
  it('sends no more than 16 requests to a webhook at a time, and all in the end', async () => {
    const { world, emit, deliverAll } = await setUp();
    let open = 0;
    let most = 0;
    world.webhookSender.listen(url, async () => {
      open += 1;
      most = Math.max(most, open);
      await Promise.resolve();
      open -= 1;
      return { kind: 'answered', status: 200 };
    });
    await emit(40);
    expect(await deliverAll()).to.equal(3);
    expect(most).to.equal(16);
    expect(world.webhookSender.sent).to.have.length(40);
  });

  it('tells each event once, to active webhooks that are subscribed, and never one of the service’s own', async () => {
    const { world, application, manage, emit, deliverAll } = await setUp();
    const others = ['https://other.test/', 'https://paused.test/'] as const;
    for (const at of [url, ...others]) world.webhookSender.listen(at);
    valueOf(await application.webhooks.create(manage, { url: others[0], events: ['repository.deleted'] }));
    valueOf(await application.webhooks.create(manage, { url: others[1], events: ['*'], isActive: false }));
    await emit(3);
    await deliverAll();
    expect(world.webhookSender.sent.map((sent) => sent.url)).to.deep.equal([url, url, url]);
    const ids = world.webhookSender.sent.map(({ headers }) => headers['X-SVC-Delivery']);
    expect(new Set(ids).size).to.equal(3);
  });

  it('tries again after half a second and after a second, and then no more', async () => {
    const { world, emit, deliverAll, state } = await setUp();
    answersInOrder(world, [failing, failing, failing, failing]);
    await emit(1);
    expect(await deliverAll()).to.equal(1);
    world.clock.advance(499);
    expect(await deliverAll()).to.equal(0);
    world.clock.advance(1);
    expect(await deliverAll()).to.equal(1);
    world.clock.advance(999);
    expect(await deliverAll()).to.equal(0);
    expect((await state()).consecutiveFailures).to.equal(0);
    world.clock.advance(1);
    expect(await deliverAll()).to.equal(1);
    expect((await state()).consecutiveFailures).to.equal(1);
    world.clock.advance(1e9);
    expect(await deliverAll()).to.equal(0);
  });

  it('notes no status of an answer whose status is none', async () => {
    const { world, application, manage, webhook, emit, deliverAll, state } = await setUp();
    answersInOrder(
      world,
      [99, 600, 999].map((status) => ({ kind: 'answered', status })),
    );
    await emit(3);
    await deliverAll();
    const { items } = valueOf(await application.webhooks.listDeliveries(manage, webhook.id, { limit: 9 }));
    expect(items.map(({ httpStatus }) => httpStatus)).to.deep.equal([undefined, undefined, undefined]);
    expect((await state()).lastError).to.equal('http_status');
  });

  it('makes each attempt under one id, with the same bytes', async () => {
    const { world, emit, deliverAll } = await setUp();
    answersInOrder(world, [failing, failing, failing]);
    await emit(1);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await deliverAll();
      world.clock.advance(1000);
    }
    const { sent } = world.webhookSender;
    expect(sent).to.have.length(3);
    for (const name of ['X-SVC-Delivery', 'webhook-id']) {
      expect(new Set(sent.map(({ headers }) => headers[name])).size, name).to.equal(1);
    }
    expect(new Set(sent.map(({ body }) => body)).size).to.equal(1);
  });

  it('takes an answer for a success from 200 to 299 alone, and a redirect for a failure of its own', async () => {
    for (const [status, attempts, fault] of [
      [200, 1, undefined],
      [299, 1, undefined],
      [300, 2, 'redirect'],
      [302, 2, 'redirect'],
      [400, 2, 'http_status'],
    ] as const) {
      const { world, application, manage, webhook, emit, deliverAll } = await setUp();
      answersInOrder(world, [{ kind: 'answered', status }]);
      await emit(1);
      await deliverAll();
      const deliveries = valueOf(await application.webhooks.listDeliveries(manage, webhook.id, { limit: 1 })).items;
      expect(deliveries[0]?.fault, String(status)).to.equal(fault);
      world.clock.advance(500);
      await deliverAll();
      expect(world.webhookSender.sent, String(status)).to.have.length(attempts);
    }
  });

  it('begins an attempt again under its number and id when nothing was heard of it', async () => {
    const { world, application, emit, deliverAll } = await setUp();
    world.webhookSender.listen(url);
    await emit(1);
    const lost = valueOf(await application.webhooks.leaseWebhook());
    world.clock.advance(19_999);
    expect(await deliverAll()).to.equal(0);
    world.clock.advance(1);
    const again = valueOf(await application.webhooks.leaseWebhook());
    expect(again?.deliveries[0]?.delivery).to.deep.equal(lost?.deliveries[0]?.delivery);
    if (again === undefined) throw new Error('the lease was claimed');
    valueOf(await application.webhooks.deliver(again));
    expect(world.webhookSender.sent).to.have.length(1);
  });

  it('waits while the service has no sender or no secret box, and goes on when it has both', async () => {
    const { world, emit, deliverAll } = await setUp();
    world.webhookSender.listen(url);
    await emit(1);
    for (const missing of [{ secretBox: undefined }, { webhookSender: undefined }]) {
      const { webhooks } = createApplication({ ...world.ports, ...missing });
      expect(valueOf(await webhooks.leaseWebhook())).to.equal(undefined);
    }
    expect(await deliverAll()).to.equal(1);
    expect(world.webhookSender.sent).to.have.length(1);
  });

  it('sends nothing of a lease that could end before its slowest request', async () => {
    for (const [lateMs, requests] of [
      [9000, 1],
      [9001, 0],
    ] as const) {
      const { world, application, emit } = await setUp();
      world.webhookSender.listen(url);
      await emit(1);
      const lease = valueOf(await application.webhooks.leaseWebhook());
      if (lease === undefined) throw new Error('a lease is due');
      world.clock.advance(lateMs);
      valueOf(await application.webhooks.deliver(lease));
      expect(world.webhookSender.sent).to.have.length(requests);
    }
  });

  it('records nothing of a lease that somebody else has taken over while its request was under way', async () => {
    const { world, application, manage, webhook, emit, deliverAll, state } = await setUp();
    let hasTakenOver = false;
    world.webhookSender.listen(url, async () => {
      if (hasTakenOver) return { kind: 'answered', status: 200 };
      hasTakenOver = true;
      world.clock.advance(20_000);
      expect(await deliverAll()).to.equal(1);
      return failing;
    });
    await emit(1);
    expect(await deliverAll()).to.equal(1);
    expect(new Set(world.webhookSender.sent.map(({ headers }) => headers['webhook-id'])).size).to.equal(1);
    expect(world.webhookSender.sent).to.have.length(2);
    expect(await state()).to.include({ lastError: undefined, consecutiveFailures: 0 });
    const { items } = valueOf(await application.webhooks.listDeliveries(manage, webhook.id, { limit: 10 }));
    expect(items).to.have.length(1);
    expect(items[0]).to.include({ isSuccess: true, attempts: 1, httpStatus: 200 });
    world.clock.advance(1e9);
    expect(await deliverAll()).to.equal(0);
  });

  it('writes what came of it again and again while the lease lasts, and sends nothing twice, when the database is away', async () => {
    const { world, application, emit, deliverAll, state } = await setUp();
    world.webhookSender.listen(url);
    await emit(1);
    let failures = 0;
    const away: UnitOfWork = {
      ...world.unitOfWork,
      transact: (work) => {
        if (failures === 0) return world.unitOfWork.transact(work);
        failures -= 1;
        return errAsync({ kind: 'unavailable', part: 'database', retryAfterSeconds: 1 });
      },
    };
    const deliver = deliverBatch({ ...world.ports, unitOfWork: away });
    const deliverLater = async (lease: DeliveryLease) => {
      let outcome: Awaited<ReturnType<typeof deliver>> | undefined;
      void deliver(lease).then((result) => (outcome = result));
      while (outcome === undefined) {
        await new Promise((resolve) => setImmediate(resolve));
        world.clock.advance(100);
      }
      return outcome;
    };
    const claim = async (): Promise<DeliveryLease> => {
      const lease = valueOf(await application.webhooks.leaseWebhook());
      if (lease === undefined) throw new Error('a lease is due');
      return lease;
    };

    failures = 5;
    valueOf(await deliverLater(await claim()));
    expect(world.webhookSender.sent).to.have.length(1);
    world.clock.advance(1e6);
    expect(await deliverAll()).to.equal(0);
    expect((await state()).lastDeliveryAt).to.be.a('number');

    await emit(1);
    failures = Infinity;
    const lease = await claim();
    expect(errorOf(await deliverLater(lease))).to.include({ kind: 'unavailable' });
    expect(world.clock.now()).to.be.within(lease.until - 1000, lease.until);
    failures = 0;
    world.clock.set(lease.until);
    expect(await deliverAll()).to.equal(1);
    expect(world.webhookSender.sent, 'after the lease it is sent again').to.have.length(3);
  });

  it('switches off at the tenth of 50 failures that come together, and tells the managers once', async () => {
    const { world, application, owner, emit, deliverAll, state } = await setUp();
    const admin = await world.addMember('admin@acme.test', 'acme', 'ADMIN');
    await world.addMember('viewer@acme.test', 'acme', 'VIEWER');
    world.webhookSender.listen(url, () => failing);
    await emit(50);
    for (let round = 0; round < 3; round += 1) {
      const leases = [];
      for (;;) {
        const lease = valueOf(await application.webhooks.leaseWebhook());
        if (lease === undefined) break;
        leases.push(application.webhooks.deliver(lease));
      }
      for (const delivered of await Promise.all(leases)) valueOf(delivered);
      await deliverAll();
      world.clock.advance(1000);
    }
    expect(await state()).to.deep.include({ isActive: false, lastError: 'http_status' });
    for (const who of [owner, admin]) {
      const { items } = valueOf(await application.notifications.list(grantSignedIn(who), {}, { limit: 10 }));
      expect(items.map(({ type }) => type)).to.deep.equal(['webhook.disabled']);
    }
    while (valueOf(await application.mails.sendNext()));
    expect(world.mailer.sent.map(({ to }) => to).toSorted()).to.deep.equal(['admin@acme.test', 'owner@acme.test']);
    expect(world.mailer.sent[0]?.text).to.include('hooks.test');
    const disabled = world.unitOfWork.journal.auditEvents().filter(({ action }) => action === 'webhook.disabled');
    expect(disabled).to.have.length(1);
  });

  it('counts a success in between as the end of the row', () => {
    const webhook = { isActive: true, consecutiveFailures: 9, lastError: undefined, lastDeliveryAt: undefined };
    const over = (isSuccess: boolean) =>
      ({
        outcome: { httpStatus: undefined, fault: isSuccess ? undefined : 'timeout', durationMs: 1 },
        after: { kind: 'over', isSuccess },
      }) as const;
    expect(healthAfter(webhook, [over(true), over(false)], 5)).to.deep.equal({
      isActive: true,
      consecutiveFailures: 1,
      lastError: 'timeout',
      lastDeliveryAt: 5,
    });
    expect(healthAfter(webhook, [over(false)], 5)).to.include({ isActive: false, consecutiveFailures: 10 });
    const late = healthAfter(webhook, [over(false), over(true), over(false)], 5);
    expect(late, 'one that is off counts no further').to.include({ isActive: false, consecutiveFailures: 10 });
    expect(healthAfter(webhook, [], 5)).to.deep.equal(webhook);
  });

  it('drops what was not delivered with the webhook, and records nothing of what is under way', async () => {
    const { world, application, manage, webhook, emit, deliverAll } = await setUp();
    world.webhookSender.listen(url);
    await emit(17);
    const lease = valueOf(await application.webhooks.leaseWebhook());
    valueOf(await application.webhooks.remove(manage, webhook.id));
    if (lease === undefined) throw new Error('a lease is due');
    valueOf(await application.webhooks.deliver(lease));
    world.clock.advance(1e9);
    expect(await deliverAll()).to.equal(0);
    expect(world.webhookSender.sent).to.have.length(16);
  });

  it('delivers what has waited when the webhook is switched on again', async () => {
    const { world, application, manage, webhook, emit, deliverAll, state } = await setUp();
    world.webhookSender.listen(url);
    await emit(2);
    valueOf(await application.webhooks.update(manage, webhook.id, { isActive: false }));
    expect(await deliverAll()).to.equal(0);
    await emit(1);
    valueOf(await application.webhooks.update(manage, webhook.id, { isActive: true }));
    await deliverAll();
    expect(world.webhookSender.sent, 'an event of the time in between is told to nobody').to.have.length(2);
    expect((await state()).isActive).to.equal(true);
  });
});

describe('updateWebhook', () => {
  it('is in the audit log only where it changes something', async () => {
    const { world, application, manage, webhook } = await setUp();
    const audited = () => world.unitOfWork.journal.auditEvents().filter(({ action }) => action === 'webhook.update');
    for (const same of [{}, { isActive: true }, { url: webhook.url, events: webhook.events }])
      expect(valueOf(await application.webhooks.update(manage, webhook.id, same))).to.deep.equal(webhook);
    expect(audited()).to.deep.equal([]);
    valueOf(await application.webhooks.update(manage, webhook.id, { isActive: false }));
    expect(audited()).to.have.length(1);
  });
});

describe('createWebhook', () => {
  it('is refused where the service keeps no secrets or sends nothing', async () => {
    const { world, manage } = await setUp();
    const { createWebhook } = await import('../../../src/use-cases/webhooks/create-webhook.js');
    for (const missing of [{ secretBox: undefined }, { webhookSender: undefined }]) {
      const refused = errorOf(await createWebhook({ ...world.ports, ...missing })(manage, { url, events: ['*'] }));
      expect(refused).to.deep.equal({ kind: 'bad_request', field: 'url', problem: 'unsupported' });
    }
  });
});
