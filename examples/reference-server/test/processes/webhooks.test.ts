import { rounds } from '@svc/test-services/rounds';
import { startWebhookReceivers, type WebhookReceivers } from '@svc/test-services/webhook-receiver';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { unlimitedRate } from '../bytes/byte-server.js';
import { type ApiClient, createApiClient } from '../client/api-client.js';
import { postgresS3Place } from '../server/postgres-s3-place.js';
import type { ServerPlace } from '../server/server-place.js';
import { startServerProcess, type TestServerProcess } from '../server/start-server.js';
import { besideDeadMs, delayBesideDead } from '../webhooks/beside-dead.js';
import { emitEvents } from '../webhooks/emit-events.js';
import { committedEvents, heardOf, pendingIn } from '../webhooks/heard.js';
import { createWebhookClient, type WebhookClient, webhookClientOf } from '../webhooks/webhook-client.js';

const organizationCount = 5;
/** 40 in all, of one owner. One process delivers to 8 of an owner's at a time, so to more than that at once only both can. */
const webhooksOfOrganization = 8;
const maxLeasesOfOwner = 8;
const eventCount = rounds({ property: 'each event is delivered once by one of two servers', test: 20, proof: 1_000 });

describe('webhooks of two servers on one database', () => {
  let receivers: WebhookReceivers;
  let place: ServerPlace;
  let servers: readonly [TestServerProcess, TestServerProcess];
  let apis: readonly [ApiClient, ApiClient];
  before(async () => {
    receivers = await startWebhookReceivers();
    place = await postgresS3Place();
    const environment = { DEFAULT_PLAN: 'business', EGRESS_ALLOW: '127.0.0.1/32', ...unlimitedRate, LOG_LEVEL: 'warn' };
    servers = [await startServerProcess({ place, environment }), await startServerProcess({ place, environment })];
    const apiOf = ({ baseUrl }: TestServerProcess): ApiClient => createApiClient(baseUrl, servers[0].adminToken);
    apis = [apiOf(servers[0]), apiOf(servers[1])];
  });
  let hasEnded = false;
  after(async () => {
    // Also when it has failed: an emitter would look for its server for ever.
    hasEnded = true;
    for (const api of apis) api.close();
    for (const server of servers) await server.close();
    await place.drop();
    await receivers.stop();
  });

  /** Organizations whose webhooks all lead to receivers of one manner. */
  const subscribe = (name: string, manner: Parameters<WebhookReceivers['receive']>[0]) =>
    Promise.all(
      Array.from({ length: organizationCount }, async (_, at) => {
        const client = await createWebhookClient(apis[0], `${name} ${at}`);
        const made = await Promise.all(Array.from({ length: webhooksOfOrganization }, () => receivers.receive(manner)));
        const webhooks: string[] = [];
        for (const { url } of made) webhooks.push((await client.create(url)).id);
        return { client, webhooks, ids: made.map(({ id }) => id) };
      }),
    );

  /** Each of the events is made at one of the servers, and nothing is pending any more. */
  const emit = async (clients: readonly WebhookClient[], afterHalf: () => Promise<void> = async () => undefined) => {
    let acknowledged = 0;
    let half: Promise<void> | undefined;
    const acknowledge = (): void => {
      acknowledged += 1;
      if (acknowledged >= eventCount / 2) half ??= afterHalf();
    };
    await Promise.all(
      clients.flatMap(({ organizationId }) =>
        servers.map((server, at) =>
          emitEvents({
            server,
            organizationId,
            name: `from-${at}`,
            isOver: () => hasEnded || acknowledged >= eventCount,
            acknowledge,
          }),
        ),
      ),
    );
    await half;
    await waitUntil('nothing is pending', async () => (await pendingIn(place)) === 0);
  };

  const expectHeardOnce = async (organizations: Awaited<ReturnType<typeof subscribe>>): Promise<void> => {
    const committed = await committedEvents(place);
    for (const { client, ids } of organizations) {
      const expected = committed.get(client.organizationId) ?? [];
      expect(expected).to.not.be.empty;
      for (const id of ids) {
        const heard = heardOf(client.organizationId, await receivers.received(id));
        expect(heard.simultaneous, 'deliveries that were under way twice at one moment').to.deep.equal([]);
        expect(heard.repeated, 'deliveries that came twice').to.deep.equal([]);
        expect(heard.unstable, 'events with more than one delivery id').to.deep.equal([]);
        expect([...heard.events].toSorted()).to.deep.equal(expected.toSorted());
      }
    }
  };

  it('hear of each event once, and are never told it by both', async () => {
    const organizations = await subscribe('Undisturbed', { kind: 'answers', status: 200, afterMs: 20 });
    await emit(organizations.map(({ client }) => client));
    await expectHeardOnce(organizations);
  });

  it('hear of each event once also when one of the two is stopped and started again', async () => {
    const organizations = await subscribe('Stopped', { kind: 'answers', status: 200, afterMs: 20 });
    await emit(
      organizations.map(({ client }) => client),
      async () => {
        await servers[1].stop();
        await servers[1].start();
      },
    );
    await expectHeardOnce(organizations);
  });

  it('of which one is dead keep no other waiting, whichever server makes the event', async () => {
    const client = await createWebhookClient(apis[0], 'One is dead');
    const delayMs = await delayBesideDead(receivers, [client, webhookClientOf(apis[1], client.organizationId)]);
    console.log(`      a healthy receiver beside two dead ones hears after ${Math.round(delayMs)} ms`);
    expect(delayMs).to.be.lessThan(besideDeadMs);
  });

  let silent: Awaited<ReturnType<typeof subscribe>> = [];

  it('are delivered by both at the same time', async () => {
    silent = await subscribe('Shared', { kind: 'silent' });
    await Promise.all(silent.map(({ client }) => client.emit('models')));
    const all = silent.flatMap(({ ids }) => ids);
    const underWay = async (): Promise<number> => {
      const received = await Promise.all(all.map((id) => receivers.received(id)));
      return received.flat().filter(({ endedAtMs }) => endedAtMs === undefined).length;
    };
    await waitUntil('both deliver', async () => (await underWay()) > maxLeasesOfOwner);
    await Promise.all(all.map((id) => receivers.change(id, { kind: 'answers', status: 200 })));
  });

  it('are given up by both where nobody answers, and told again until somebody does', async () => {
    const attempts: number[] = [];
    for (const { client, webhooks } of silent) {
      for (const id of webhooks) {
        await waitUntil('it is told', async () => (await client.deliveries(id))[0]?.success === true);
        attempts.push((await client.deliveries(id))[0]?.attempts ?? 0);
      }
    }
    expect(attempts.filter((count) => count === 2)).to.have.length.greaterThan(maxLeasesOfOwner);
  });
});
