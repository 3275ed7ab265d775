import { createSeededRandom } from '@svc/conformance';
import { startWebhookReceivers, type WebhookReceivers } from '@svc/test-services/webhook-receiver';
import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { unlimitedRate } from '../bytes/byte-server.js';
import { createApiClient } from '../client/api-client.js';
import { severalServers } from '../server/stack.js';
import { startServer, type TestServer } from '../server/start-server.js';
import { emitEvents } from '../webhooks/emit-events.js';
import { committedEvents, countIn, heardOf, pendingIn } from '../webhooks/heard.js';
import { createWebhookClient } from '../webhooks/webhook-client.js';

const serverCount = severalServers ? 2 : 1;
const eventCount = Number(process.env['WEBHOOK_EVENTS'] ?? (severalServers ? 10_000 : 2500));
const killCount = 6;
/** Each has a webhook of its own, so that a lease that was cut off keeps only its own waiting. */
const organizationCount = 8;
const emittersOfOrganization = 2;
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 32));
/** Another process takes over a lease that a crash cut off when its 20 s are over. */
const drainedWithinMs = 480_000;

describe(`${eventCount} events of ${severalServers ? 'two servers' : 'a server'}, killed ${killCount} times (seed ${seed})`, function () {
  this.timeout(1_800_000);
  const random = createSeededRandom(seed);
  const servers: TestServer[] = [];
  let first: TestServer;
  let receivers: WebhookReceivers;
  before(async () => {
    receivers = await startWebhookReceivers();
    const environment = { DEFAULT_PLAN: 'business', EGRESS_ALLOW: '127.0.0.1/32', ...unlimitedRate, LOG_LEVEL: 'warn' };
    first = await startServer({ environment });
    servers.push(first);
    while (servers.length < serverCount) servers.push(await startServer({ environment, place: first.place }));
  });
  after(async () => {
    for (const server of servers.toReversed()) await server.close();
    await receivers.stop();
  });

  const subscribe = async (name: string) => {
    const api = createApiClient(first.baseUrl, first.adminToken);
    const client = await createWebhookClient(api, name);
    const receiver = await receivers.receive({ kind: 'answers', status: 200 });
    const other = await receivers.receive({ kind: 'answers', status: 200 });
    const webhook = await client.create(receiver.url, ['repository.created', 'repository.push']);
    await client.create(other.url, ['repository.deleted']);
    api.close();
    return { organizationId: client.organizationId, webhook, receiver, other };
  };

  const emit = async (organizationIds: readonly string[]): Promise<void> => {
    let acknowledged = 0;
    const isOver = (): boolean => acknowledged >= eventCount;
    const acknowledge = (): void => void (acknowledged += 1);
    const emitters = organizationIds.flatMap((organizationId) =>
      Array.from({ length: emittersOfOrganization }, (_, at) => {
        const server = servers[at % servers.length] ?? first;
        return emitEvents({ server, organizationId, name: `from-${at}`, isOver, acknowledge });
      }),
    );
    for (let kill = 1; kill <= killCount; kill += 1) {
      while (!isOver() && acknowledged < (eventCount * kill) / (killCount + 1)) await sleep(5);
      await sleep(random.integer(200));
      const server = servers[kill % servers.length] ?? first;
      await server.kill();
      await server.start();
    }
    await Promise.all(emitters);
  };

  it('all reach the receivers at least once, none without its commit, each under one delivery id with the same bytes', async () => {
    const subscribers = await Promise.all(Array.from({ length: organizationCount }, (_, at) => subscribe(`Killed ${at}`)));
    const { place } = first;
    const begin = performance.now();
    await emit(subscribers.map(({ organizationId }) => organizationId));
    const emittedMs = performance.now() - begin;
    while ((await pendingIn(place)) > 0) {
      if (performance.now() - begin - emittedMs > drainedWithinMs) throw new Error(`${await pendingIn(place)} are still pending`);
      await sleep(200);
    }
    const drainedMs = performance.now() - begin - emittedMs;

    const committed = await committedEvents(place);
    let events = 0;
    let requests = 0;
    for (const { organizationId, webhook, receiver, other } of subscribers) {
      const received = await receivers.received(receiver.id);
      const heard = heardOf(organizationId, received);
      const expected = new Set(committed.get(organizationId));
      expect(
        [...heard.events].filter((event) => !expected.has(event)),
        'events that nobody committed',
      ).to.deep.equal([]);
      expect(
        [...expected].filter((event) => !heard.events.has(event)),
        'events that were not delivered',
      ).to.deep.equal([]);
      expect(heard.unstable, 'events with more than one delivery id, or other bytes').to.deep.equal([]);
      expect(await receivers.received(other.id), 'events that were not asked for').to.deep.equal([]);
      const deliveries = await countIn(place, `select count(*) as n from webhook_deliveries where webhook_id = '${webhook.id}'`);
      expect(deliveries, 'deliveries, one for each event').to.equal(expected.size);
      events += expected.size;
      requests += received.length;
    }
    const seconds = (ms: number): string => (ms / 1000).toFixed(1);
    console.log(`      ${events} events in ${seconds(emittedMs)} s, delivered after another ${seconds(drainedMs)} s`);
    console.log(`      ${requests} requests received`);
    // What was cut off may have been done: one for each emitter and each time that its server was killed, and at its last start.
    const cutOff = organizationCount * emittersOfOrganization * (killCount + 1);
    expect(events).to.be.within(eventCount, eventCount + cutOff);
    expect(await countIn(place, 'select count(*) as n from webhook_deliveries where is_success = 0')).to.equal(0);
    expect(await countIn(place, 'select max(attempts) as n from webhook_deliveries')).to.be.at.most(3);
  });
});
