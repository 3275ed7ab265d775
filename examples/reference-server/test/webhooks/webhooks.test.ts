import { execFileSync } from 'node:child_process';
import { startWebhookReceivers, type WebhookReceivers } from '@svc/test-services/webhook-receiver';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { unlimitedRate } from '../bytes/byte-server.js';
import { type ApiClient, createApiClient } from '../client/api-client.js';
import { startServer, type TestServer } from '../server/start-server.js';
import { besideDeadMs, delayBesideDead } from './beside-dead.js';
import { createWebhookClient } from './webhook-client.js';

describe('webhooks of a real server', () => {
  let receivers: WebhookReceivers;
  let server: TestServer;
  let api: ApiClient;
  before(async () => {
    receivers = await startWebhookReceivers();
    const environment = { DEFAULT_PLAN: 'business', EGRESS_ALLOW: '127.0.0.1/32', ...unlimitedRate };
    server = await startServer({ environment });
    api = createApiClient(server.baseUrl, server.adminToken);
  });
  after(async () => {
    api.close();
    await server.close();
    await receivers.stop();
  });

  it('are signed so that openssl agrees, over the body and over id, time and body', async () => {
    const client = await createWebhookClient(api, 'Signed');
    const { id, url } = await receivers.receive({ kind: 'answers', status: 200 });
    const { secret } = await client.create(url);
    const repositoryId = await client.emit('models');
    await waitUntil('it is told', async () => (await receivers.received(id)).length > 0);
    const [received] = await receivers.received(id);
    if (received === undefined) throw new Error('one was received');
    const { headers, body } = received;
    expect(JSON.parse(body)).to.deep.include({
      type: 'repository.created',
      organization_id: client.organizationId,
      repository_id: repositoryId,
      data: { slug: 'models' },
    });
    expect(headers['content-type']).to.equal('application/json');
    expect(headers['user-agent']).to.match(/\/1$/);
    expect(headers['x-svc-event']).to.equal('repository.created');
    expect(headers['x-svc-delivery']).to.equal(headers['webhook-id']);
    expect(headers['x-svc-timestamp']).to.equal(headers['webhook-timestamp']);
    expect(Math.abs(Date.now() / 1000 - Number(headers['webhook-timestamp']))).to.be.lessThan(300);

    const openssl = (key: string, text: string): Buffer =>
      execFileSync('openssl', ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', `hexkey:${key}`, '-binary'], { input: text });
    const ofBody = openssl(Buffer.from(secret).toString('hex'), body).toString('hex');
    expect(headers['x-svc-signature']).to.equal(`sha256=${ofBody}`);
    const keyBytes = Buffer.from(secret.replace('whsec_', ''), 'base64').toString('hex');
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    expect(headers['webhook-signature']).to.equal(`v1,${openssl(keyBytes, signed).toString('base64')}`);
    expect(server.output()).to.not.include(secret);
  });

  it('are tried three times with the same id and the same bytes, half a second and a second apart', async () => {
    const client = await createWebhookClient(api, 'Failing');
    const { id, url } = await receivers.receive({ kind: 'answers', status: 503 });
    const webhook = await client.create(url);
    await client.emit('models');
    await waitUntil('it has failed', async () => (await client.deliveries(webhook.id))[0]?.success === false);
    const received = await receivers.received(id);
    expect(received).to.have.length(3);
    const [first = 0, second = 0, third = 0] = received.map(({ beganAtMs }) => beganAtMs);
    expect(second - first).to.be.at.least(450);
    expect(third - second).to.be.at.least(950);
    expect(new Set(received.map(({ headers, body }) => `${headers['x-svc-delivery']} ${body}`)).size).to.equal(1);
    const [delivery] = await client.deliveries(webhook.id);
    expect(delivery).to.include({
      attempts: 3,
      http_status: 503,
      error: 'http_status',
      id: received[0]?.headers['x-svc-delivery'],
    });
    expect((await client.list())[0]).to.include({ active: true, consecutive_failures: 1, last_error: 'http_status' });

    await receivers.change(id, { kind: 'answers', status: 200 });
    await client.redeliver(webhook.id, delivery?.id ?? '');
    await waitUntil('it is told again', async () => (await client.deliveries(webhook.id))[0]?.success === true);
    expect((await client.list())[0]).to.include({ consecutive_failures: 0 });
    const again = (await receivers.received(id)).at(-1);
    expect(again?.body).to.equal(received[0]?.body);
    expect(again?.headers['x-svc-delivery']).to.not.equal(delivery?.id);
  });

  it('follow no redirect, read no endless answer, and tell what was wrong with a receiver in words of their own', async () => {
    const client = await createWebhookClient(api, 'Odd receivers');
    const target = await receivers.receive({ kind: 'answers', status: 200 });
    const redirecting = await receivers.receive({ kind: 'answers', status: 307, headers: { location: target.url } });
    const endless = await receivers.receive({ kind: 'endless' });
    const babbling = await receivers.receive({ kind: 'babbles' });
    const hooks = {
      redirect: await client.create(redirecting.url),
      endless: await client.create(endless.url),
      babble: await client.create(babbling.url),
      nobody: await client.create('http://127.0.0.1:1025/'),
    };
    await client.emit('models');
    const outcome = async ({ id }: { readonly id: string }) => {
      await waitUntil('it is over', async () => (await client.deliveries(id))[0]?.success !== undefined);
      const [delivery] = await client.deliveries(id);
      return [delivery?.success, delivery?.http_status, delivery?.error];
    };
    expect(await outcome(hooks.endless)).to.deep.equal([true, 200, undefined]);
    expect(await outcome(hooks.redirect)).to.deep.equal([false, 307, 'redirect']);
    expect(await outcome(hooks.babble)).to.deep.equal([false, undefined, 'invalid_answer']);
    expect(await outcome(hooks.nobody)).to.deep.equal([false, undefined, 'unreachable']);
    expect(await receivers.received(target.id)).to.deep.equal([]);
    for (const url of [
      'http://127.0.0.2/',
      'http://localhost:22/',
      'http://169.254.169.254/latest',
      'http://[::1]/',
      'http://2130706434/',
    ]) {
      await client.refusedUrl(url);
    }
  });

  it('of which one is dead keep no other waiting', async () => {
    const client = await createWebhookClient(api, 'One is dead');
    const delayMs = await delayBesideDead(receivers, [client]);
    console.log(`      a healthy receiver beside two dead ones hears after ${Math.round(delayMs)} ms`);
    expect(delayMs).to.be.lessThan(besideDeadMs);
  });
});
