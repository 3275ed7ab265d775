import type { Application } from '@svc/core';
import type { WebhookAnswer } from '@svc/core/ports';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { errAsync } from 'neverthrow';
import { setTimeout as sleep } from 'node:timers/promises';
import { createWorld, slug, valueOf, withRepository } from '../../../core/test/builders/world.js';
import { type Dispatcher, startDispatcher } from '../../src/jobs/dispatcher.js';
import { collectedFaults } from './collected-faults.js';

const HOUR_MS = 3_600_000;
/** Several looks of a dispatcher that looks every other millisecond. */
const someLooksMs = 50;
const requestsOfBatch = 16;
const good: WebhookAnswer = { kind: 'answered', status: 204 };
const bad: WebhookAnswer = { kind: 'answered', status: 500 };

const until = (holds: () => boolean): Promise<void> => waitUntil('the dispatcher has come so far', holds);

/** An answer that comes when the test says so. */
const heldAnswer = () => {
  let release = (): void => undefined;
  const answer = new Promise<WebhookAnswer>((resolve) => (release = () => resolve(good)));
  return { answer, release: () => release() };
};

const setUp = async () => {
  const world = createWorld();
  const { application, clock, webhookSender } = world;
  const { owner } = await withRepository(world);
  const manage = valueOf(await application.authorize.organization(owner, slug('acme'), 'organization.update'));
  const create = valueOf(await application.authorize.organization(owner, slug('acme'), 'repositories.create'));
  while (valueOf(await application.webhooks.fanOut()) > 0);
  const { faults, onFault } = collectedFaults();
  const started: Dispatcher[] = [];
  let count = 0;
  let delivering = 0;
  const deliver: Application['webhooks']['deliver'] = (lease) => {
    delivering += 1;
    const end = (): void => void (delivering -= 1);
    const delivered = application.webhooks.deliver(lease);
    void delivered.then(end, end);
    return delivered;
  };
  const sentTo = (url: string) => webhookSender.sent.filter((sent) => sent.url === url);
  return {
    ...world,
    owner,
    faults,
    subscribe: async (url: string, receiver: Parameters<typeof webhookSender.listen>[1]) => {
      webhookSender.listen(url, receiver);
      return valueOf(await application.webhooks.create(manage, { url, events: ['repository.created'] })).webhook;
    },
    isActive: async (id: string) => {
      const { items } = valueOf(await application.webhooks.list(manage, { limit: 20 }));
      return items.find((webhook) => webhook.id === id)?.isActive;
    },
    emit: async (events: number): Promise<void> => {
      for (let left = events; left > 0; left -= 1) {
        count += 1;
        valueOf(await application.repositories.create(create, { name: `r-${count}` }));
      }
    },
    sentTo,
    /** So many requests have been sent to the URL, and what came of them is recorded. */
    settled: (url: string, requests: number) => until(() => sentTo(url).length >= requests && delivering === 0),
    start: (part: Partial<Application['webhooks']> = {}, maxLeases = 32, intervalMs = 2): Dispatcher => {
      const work = { webhooks: { ...application.webhooks, deliver, ...part }, mails: application.mails };
      const dispatcher = startDispatcher(work, { intervalMs, mailIntervalMs: HOUR_MS, maxLeases, onFault });
      started.push(dispatcher);
      return dispatcher;
    },
    advance: async (milliseconds: number): Promise<void> => {
      clock.advance(milliseconds);
      await sleep(someLooksMs);
    },
    close: () => Promise.all(started.map((dispatcher) => dispatcher.stop(0))),
  };
};

describe('startDispatcher', () => {
  let setting: Awaited<ReturnType<typeof setUp>>;
  beforeEach(async () => {
    setting = await setUp();
  });
  afterEach(() => setting.close());

  it('tells one webhook of everything while another says nothing, and gives that one a single lease', async () => {
    const { subscribe, emit, start, sentTo } = setting;
    const { answer, release } = heldAnswer();
    await subscribe('https://dead.test/', () => answer);
    await subscribe('https://good.test/', () => good);
    start();
    await emit(40);
    await until(() => sentTo('https://good.test/').length === 40);
    await until(() => sentTo('https://dead.test/').length > 0);
    await sleep(someLooksMs);
    expect(sentTo('https://dead.test/')).to.have.length.within(1, requestsOfBatch);
    release();
    await until(() => sentTo('https://dead.test/').length === 40);
  });

  it('gives each of many webhooks with much to hear its lease before one has its second', async () => {
    const { subscribe, emit, start, application, clock, webhookSender } = setting;
    const urls = ['https://a.test/', 'https://b.test/', 'https://c.test/'];
    for (const url of urls) {
      await subscribe(url, () => {
        clock.advance(1);
        return good;
      });
    }
    await emit(3 * requestsOfBatch);
    while (valueOf(await application.webhooks.fanOut()) > 0);
    start({}, 1);
    await until(() => webhookSender.sent.length === urls.length * 3 * requestsOfBatch);
    const leased = webhookSender.sent.filter((_, at) => at % requestsOfBatch === 0).map(({ url }) => url);
    for (let round = 0; round < 3; round += 1) {
      expect(leased.slice(round * 3, round * 3 + 3).toSorted(), `round ${round}`).to.deep.equal(urls);
    }
  });

  it('delivers to no more webhooks at a time than it may, and to the others afterwards', async () => {
    const { subscribe, emit, start, webhookSender } = setting;
    const { answer, release } = heldAnswer();
    for (let at = 0; at < 6; at += 1) await subscribe(`https://r${at}.test/`, () => answer);
    start({}, 4);
    await emit(1);
    await until(() => webhookSender.sent.length === 4);
    await sleep(someLooksMs);
    expect(webhookSender.sent).to.have.length(4);
    release();
    await until(() => webhookSender.sent.length === 6);
  });

  it('tries again when it is time to, and not when it would have looked anyway', async () => {
    const { subscribe, emit, start, sentTo, application, clock } = setting;
    const url = 'https://bad.test/';
    await subscribe(url, () => bad);
    await emit(1);
    while (valueOf(await application.webhooks.fanOut()) > 0);
    const begunAt = performance.now();
    start({}, 32, HOUR_MS);
    for (const attempts of [1, 2]) {
      await until(() => sentTo(url).length === attempts);
      clock.advance(1000);
    }
    await until(() => sentTo(url).length === 3);
    expect(performance.now() - begunAt).to.be.at.least(1490);
  });

  it('tries three times, half a second and a second apart, under one id and with the same bytes', async () => {
    const { subscribe, emit, start, advance, settled, webhookSender } = setting;
    await subscribe('https://bad.test/', () => bad);
    start();
    await emit(1);
    await settled('https://bad.test/', 1);
    for (const [milliseconds, requests] of [
      [499, 1],
      [1, 2],
      [999, 2],
      [1, 3],
      [HOUR_MS, 3],
    ] as const) {
      await advance(milliseconds);
      await settled('https://bad.test/', requests);
      expect(webhookSender.sent, `after ${milliseconds} ms more`).to.have.length(requests);
    }
    expect(new Set(webhookSender.sent.map(({ headers, body }) => `${headers['X-SVC-Delivery']} ${body}`)).size).to.equal(1);
  });

  it('switches off the webhook whose deliveries fail ten times in a row, tells its manager, and tells the others on', async () => {
    const { subscribe, emit, start, advance, isActive, sentTo, settled, application, owner } = setting;
    const failing = await subscribe('https://bad.test/', () => bad);
    await subscribe('https://good.test/', () => good);
    start();
    let requests = 0;
    for (const [events, active] of [
      [9, true],
      [1, false],
    ] as const) {
      await emit(events);
      for (const milliseconds of [0, 500, 1000]) {
        await advance(milliseconds);
        requests += events;
        await settled('https://bad.test/', requests);
      }
      expect(await isActive(failing.id)).to.equal(active);
    }
    await emit(5);
    await until(() => sentTo('https://good.test/').length === 15);
    await advance(HOUR_MS);
    expect(sentTo('https://bad.test/')).to.have.length(requests);
    const { items } = valueOf(await application.notifications.list(application.authorize.signedIn(owner), {}, { limit: 10 }));
    expect(items.map(({ type }) => type)).to.deep.equal(['webhook.disabled']);
  });

  it('waits at its end for what is under way, records it, and begins nothing more', async () => {
    const { subscribe, emit, start, clock, webhookSender } = setting;
    const { answer, release } = heldAnswer();
    await subscribe('https://slow.test/', () => answer);
    const dispatcher = start();
    await emit(1);
    await until(() => webhookSender.sent.length === 1);
    let hasStopped = false;
    const stopped = dispatcher.stop(HOUR_MS).then(() => (hasStopped = true));
    await emit(1);
    await sleep(someLooksMs);
    expect(hasStopped).to.equal(false);
    release();
    await stopped;
    expect(webhookSender.sent).to.have.length(1);
    clock.advance(HOUR_MS);
    start();
    await until(() => webhookSender.sent.length === 2);
    await sleep(someLooksMs);
    expect(new Set(webhookSender.sent.map(({ body }) => body)).size, 'each event once').to.equal(2);
  });

  it('leaves to the next one what does not end in time, which makes the same attempt again when the lease is over', async () => {
    const { subscribe, emit, start, advance, webhookSender } = setting;
    await subscribe('https://slow.test/', () => new Promise(() => undefined));
    const dispatcher = start();
    await emit(1);
    await until(() => webhookSender.sent.length === 1);
    await dispatcher.stop(10);
    start();
    await advance(19_999);
    expect(webhookSender.sent).to.have.length(1);
    await advance(1);
    await until(() => webhookSender.sent.length === 2);
    expect(new Set(webhookSender.sent.map(({ headers }) => headers['X-SVC-Delivery'])).size).to.equal(1);
  });

  it('shares the work with another one, so that each event is heard once', async () => {
    const { subscribe, emit, start, webhookSender } = setting;
    const urls = Array.from({ length: 4 }, (_, at) => `https://r${at}.test/`);
    for (const url of urls) await subscribe(url, async () => sleep(1, good));
    start();
    start();
    await emit(50);
    await until(() => webhookSender.sent.length >= 200);
    await sleep(someLooksMs);
    expect(webhookSender.sent).to.have.length(200);
    expect(new Set(webhookSender.sent.map(({ headers }) => headers['X-SVC-Delivery'])).size).to.equal(200);
  });

  it('goes on after a delivery that failed, whether with an error or with a bug, and tells so', async () => {
    const { subscribe, emit, start, application, faults, webhookSender } = setting;
    for (let at = 0; at < 3; at += 1) await subscribe(`https://r${at}.test/`, () => good);
    let leases = 0;
    start({
      deliver: (lease) => {
        leases += 1;
        if (leases === 1) throw new Error('a bug');
        if (leases === 2) return errAsync({ kind: 'unavailable', part: 'database', retryAfterSeconds: 1 });
        return application.webhooks.deliver(lease);
      },
    });
    await emit(1);
    await until(() => webhookSender.sent.length === 1);
    expect(faults).to.deep.equal(['webhooks.deliver: a bug', 'webhooks.deliver: database']);
  });
});
