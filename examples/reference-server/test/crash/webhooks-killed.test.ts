import { createSeededRandom } from '@svc/conformance';
import { rounds } from '@svc/test-services/rounds';
import { startWebhookReceivers, type WebhookReceivers } from '@svc/test-services/webhook-receiver';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { unlimitedRate } from '../bytes/byte-server.js';
import { createApiClient } from '../client/api-client.js';
import { severalServers } from '../server/stack.js';
import { startServerProcess, type TestServerProcess } from '../server/start-server.js';
import { emitEvents } from '../webhooks/emit-events.js';
import { committedEvents, countIn, heardOf, pendingIn } from '../webhooks/heard.js';
import { createWebhookClient } from '../webhooks/webhook-client.js';

const serverCount = severalServers ? 2 : 1;
const eventCount = rounds({ property: 'each event is delivered, also of servers that are killed', test: 200, proof: 10_000 });
const killCount = Math.min(6, eventCount / 100);
/** Each has a webhook of its own, so that a lease that was cut off keeps only its own waiting. */
const organizationCount = 8;
const emittersOfOrganization = 2;
const seconds = (ms: number): string => (ms / 1000).toFixed(1);
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 32));

describe(`${eventCount} events of ${severalServers ? 'two servers' : 'a server'}, killed ${killCount} times (seed ${seed})`, () => {
  const random = createSeededRandom(seed);
  const servers: TestServerProcess[] = [];
  let first: TestServerProcess;
  let receivers: WebhookReceivers;
  before(async () => {
    receivers = await startWebhookReceivers();
    const environment = { DEFAULT_PLAN: 'business', EGRESS_ALLOW: '127.0.0.1/32', ...unlimitedRate, LOG_LEVEL: 'warn' };
    first = await startServerProcess({ environment });
    servers.push(first);
    while (servers.length < serverCount) servers.push(await startServerProcess({ environment, place: first.place }));
  });
  let hasEnded = false;
  after(async () => {
    // Also when it has failed: an emitter would look for its server for ever.
    hasEnded = true;
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
    const isOver = (): boolean => hasEnded || acknowledged >= eventCount;
    const acknowledge = (): void => void (acknowledged += 1);
    const emitters = organizationIds.flatMap((organizationId) =>
      Array.from({ length: emittersOfOrganization }, (_, at) => {
        const server = servers[at % servers.length] ?? first;
        return emitEvents({ server, organizationId, name: `from-${at}`, isOver, acknowledge });
      }),
    );
    for (let kill = 1; kill <= killCount; kill += 1) {
      await waitUntil('there is something to lose', () => isOver() || acknowledged >= (eventCount * kill) / (killCount + 1));
      await sleep(random.integer(200));
      const server = servers[kill % servers.length] ?? first;
      await server.kill();
      await server.start();
    }
    await Promise.all(emitters);
  };

  let subscribers: readonly Awaited<ReturnType<typeof subscribe>>[] = [];
  before(async () => {
    subscribers = await Promise.all(Array.from({ length: organizationCount }, (_, at) => subscribe(`Killed ${at}`)));
  });

  it('are made by clients that come back after each kill', async () => {
    const begin = performance.now();
    await emit(subscribers.map(({ organizationId }) => organizationId));
    console.log(`      made in ${seconds(performance.now() - begin)} s`);
  });

  it('all reach the receivers at least once, none without its commit, each under one delivery id with the same bytes', async () => {
    const { place } = first;
    const begin = performance.now();
    // A turn that a crash cut off is taken up when its time of 20 s is over.
    await waitUntil('nothing is pending', async () => (await pendingIn(place)) === 0);
    const drainedMs = performance.now() - begin;

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
    console.log(`      ${events} events delivered after another ${seconds(drainedMs)} s by ${requests} requests`);
    // What was cut off may have been done: one for each emitter and each time that its server was killed, and at its last start.
    const cutOff = organizationCount * emittersOfOrganization * (killCount + 1);
    expect(events).to.be.within(eventCount, eventCount + cutOff);
    expect(await countIn(place, 'select count(*) as n from webhook_deliveries where is_success = 0')).to.equal(0);
    expect(await countIn(place, 'select max(attempts) as n from webhook_deliveries')).to.be.at.most(3);
  });
});
