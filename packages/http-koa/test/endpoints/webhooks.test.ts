import { expect } from 'chai';
import { startAcme } from '../support/acme.js';
import { eachDatabase } from '../support/each-database.js';
import { type Answer, listAt, textAt, valueAt } from '../support/request.js';
import { startService, type TestService } from '../support/service.js';
import { createWorld, type TestOrganization, type TestUser, type World } from '../support/world.js';

const path = '/organizations/acme/webhooks';
const somebodysId = 'ffffffff-0000-4000-8000-000000000000';
const url = 'https://hooks.example.test/svc';

for (const [kind, open] of Object.entries(eachDatabase)) {
  describe(`webhooks, kept ${kind}`, () => {
    let service: TestService;
    let world: World;
    let owner: TestUser;
    let organization: TestOrganization;
    beforeEach(async () => {
      ({ service, world, owner, organization } = await startAcme({ open }));
    });
    afterEach(() => service.close());

    const call = (method: string, at: string, body?: unknown): Promise<Answer> =>
      world.call(method, at, { token: owner.token, body });
    const deliverAll = async (): Promise<void> => {
      const { webhooks } = service.application;
      while ((await webhooks.fanOut())._unsafeUnwrap() > 0);
      for (;;) {
        const lease = (await webhooks.leaseWebhook())._unsafeUnwrap();
        if (lease === undefined) return;
        (await webhooks.deliver(lease))._unsafeUnwrap();
      }
    };

    it('are created, listed, changed and deleted; the secret is shown once', async () => {
      const created = await call('POST', path, { url, events: ['repository.push', '*', 'repository.push'] });
      expect(created.status).to.equal(201);
      const id = textAt(created.json, 'webhook.id');
      const webhook = {
        id,
        organization_id: organization.id,
        url,
        events: ['*', 'repository.push'],
        active: true,
        consecutive_failures: 0,
        created_at: '2026-01-01T00:00:00.000Z',
      };
      const secret = textAt(created.json, 'webhook.secret');
      expect(created.json).to.deep.equal({ webhook: { ...webhook, secret } });
      expect(secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
      const listed = await call('GET', path);
      expect([listed.status, listed.json]).to.deep.equal([200, { webhooks: [webhook] }]);

      const changed = await call('PATCH', `${path}/${id}`, { events: ['repository.created'], active: false });
      const after = { ...webhook, events: ['repository.created'], active: false };
      expect([changed.status, changed.json]).to.deep.equal([200, { webhook: after }]);
      expect((await call('PATCH', `${path}/${id}`, {})).json).to.deep.equal({ webhook: after });
      expect((await call('PATCH', `${path}/${id}`, { url: 'http://other.example.test' })).json).to.deep.equal({
        webhook: { ...after, url: 'http://other.example.test/' },
      });

      const deleted = await call('DELETE', `${path}/${id}`);
      expect([deleted.status, deleted.text]).to.deep.equal([204, '']);
      expect((await call('DELETE', `${path}/${id}`)).status).to.equal(404);
      expect((await call('PATCH', `${path}/${id}`, { active: true })).status).to.equal(404);
      expect((await call('GET', `${path}/${id}/deliveries`)).status).to.equal(404);
      const audited = listAt((await call('GET', '/organizations/acme/audit')).json, 'events');
      const actions = audited.map((event) => textAt(event, 'action'));
      expect(actions.slice(0, 4)).to.deep.equal(['webhook.delete', 'webhook.update', 'webhook.update', 'webhook.create']);
    });

    it('are refused with a URL that is none for the service', async () => {
      const refusals: Readonly<Record<string, 'malformed' | 'unsupported'>> = {
        'ftp://hooks.example.test/': 'malformed',
        'https://': 'malformed',
        'https:///path': 'malformed',
        'https://user@hooks.example.test/': 'malformed',
        'https://user:word@hooks.example.test/': 'malformed',
        'https://@hooks.example.test/': 'malformed',
        'https://hooks.example.test/#part': 'malformed',
        'https://hooks.example.test/#': 'malformed',
        'https://hooks.example.test/a b': 'malformed',
        'https:\\\\hooks.example.test': 'malformed',
        'hooks.example.test': 'malformed',
        'https://hooks.example.test:99999/': 'malformed',
        '': 'malformed',
        'http://localhost/': 'unsupported',
      };
      const id = textAt((await call('POST', path, { url, events: ['*'] })).json, 'webhook.id');
      for (const [text, problem] of Object.entries(refusals)) {
        for (const answer of [
          await call('POST', path, { url: text, events: ['*'] }),
          await call('PATCH', `${path}/${id}`, { url: text }),
        ]) {
          expect(answer.status, text).to.equal(400);
          const details = { field: 'url', problem, ...(problem === 'unsupported' && { reason: 'address_forbidden' }) };
          expect(valueAt(answer.json, 'error.details'), text).to.deep.equal(details);
        }
      }
      const long = (length: number) => ({ url: url.padEnd(length, 'x'), events: ['*'] });
      expect((await call('POST', path, long(2048))).status).to.equal(201);
      expect((await call('POST', path, long(2049))).status).to.equal(400);
    });

    it('are refused without events, with unknown ones and with fields that are none', async () => {
      for (const body of [
        { url },
        { url, events: [] },
        { url, events: ['repository.pushed'] },
        { url, events: ['upload.session.created'] },
        { url, events: '*' },
        { url, events: ['*'], secret: 'whsec_mine' },
        { url, events: ['*'], active: 'yes' },
      ]) {
        expect((await call('POST', path, body)).status, JSON.stringify(body)).to.equal(400);
      }
      const id = textAt((await call('POST', path, { url, events: ['maintenance.gc.completed'] })).json, 'webhook.id');
      expect((await call('PATCH', `${path}/${id}`, { events: [] })).status).to.equal(400);
    });

    it('are at most 20 of an organization', async () => {
      for (let count = 0; count < 20; count += 1) {
        expect((await call('POST', path, { url, events: ['*'] })).status).to.equal(201);
      }
      const refused = await call('POST', path, { url, events: ['*'] });
      expect([refused.status, valueAt(refused.json, 'error.details.reason')]).to.deep.equal([409, 'webhook_limit']);
      const page = await call('GET', `${path}?limit=15`);
      const rest = await call('GET', `${path}?limit=15&cursor=${encodeURIComponent(textAt(page.json, 'next_cursor'))}`);
      expect(valueAt(rest.json, 'webhooks')).to.have.length(5);
    });

    it('tell what was delivered, newest first, and deliver it once more', async () => {
      service.webhooks.listen(url);
      const { id } = await world.webhook(owner, organization, url, ['repository.created']);
      const repositoryId = await world.repository(owner, organization, { name: 'Models' });
      service.clock.advance(1000);
      await deliverAll();
      const [sent] = service.webhooks.sent;
      const delivery = {
        id: sent?.headers['X-SVC-Delivery'],
        webhook_id: id,
        event_type: 'repository.created',
        success: true,
        http_status: 204,
        attempts: 1,
        duration_ms: 0,
        created_at: '2026-01-01T00:00:01.000Z',
      };
      expect((await call('GET', `${path}/${id}/deliveries`)).json).to.deep.equal({ deliveries: [delivery] });
      expect(JSON.parse(sent?.body ?? '')).to.deep.equal({
        type: 'repository.created',
        organization_id: organization.id,
        repository_id: repositoryId,
        occurred_at: '2026-01-01T00:00:00.000Z',
        data: { slug: 'models' },
      });

      service.clock.advance(1000);
      const again = await call('POST', `${path}/${id}/deliveries/${delivery.id}/redeliver`);
      expect(again.status).to.equal(202);
      const pending = {
        id: textAt(again.json, 'delivery.id'),
        webhook_id: id,
        event_type: 'repository.created',
        attempts: 0,
        created_at: '2026-01-01T00:00:02.000Z',
      };
      expect(again.json).to.deep.equal({ delivery: pending });
      expect((await call('GET', `${path}/${id}/deliveries?limit=1`)).json).to.deep.include({ deliveries: [pending] });
      await deliverAll();
      expect(service.webhooks.sent.map(({ body }) => body)).to.deep.equal([sent?.body, sent?.body]);
      expect(service.webhooks.sent[1]?.headers['X-SVC-Delivery']).to.equal(pending.id);
      expect((await call('GET', path)).json).to.have.nested.property('webhooks[0].last_delivery_at', '2026-01-01T00:00:02.000Z');
    });

    it('deliver nothing again that is not theirs, and nothing while they are off', async () => {
      service.webhooks.listen(url);
      const { id } = await world.webhook(owner, organization, url);
      const { id: otherId } = await world.webhook(owner, organization, url);
      await world.repository(owner, organization, { name: 'Models' });
      await deliverAll();
      const { json } = await call('GET', `${path}/${id}/deliveries`);
      const delivery = textAt(json, 'deliveries.0.id');
      for (const at of [
        `${otherId}/deliveries/${delivery}`,
        `${id}/deliveries/${somebodysId}`,
        `${somebodysId}/deliveries/${delivery}`,
      ]) {
        expect((await call('POST', `${path}/${at}/redeliver`)).status, at).to.equal(404);
      }
      const stranger = await world.user('stranger');
      await world.organization(stranger, 'Other');
      const theirs = `/organizations/other/webhooks/${id}`;
      const asStranger = (method: string, at: string) =>
        world.call(method, at, { token: stranger.token, body: method === 'PATCH' ? { active: false } : undefined });
      expect((await asStranger('PATCH', theirs)).status).to.equal(404);
      expect((await asStranger('DELETE', theirs)).status).to.equal(404);
      expect((await asStranger('GET', `${theirs}/deliveries`)).status).to.equal(404);
      expect((await asStranger('POST', `${theirs}/deliveries/${delivery}/redeliver`)).status).to.equal(404);

      await call('PATCH', `${path}/${id}`, { active: false });
      const refused = await call('POST', `${path}/${id}/deliveries/${delivery}/redeliver`);
      expect([refused.status, valueAt(refused.json, 'error.details.reason')]).to.deep.equal([409, 'webhook_inactive']);
    });

    it('are switched off by the tenth failure in a row, of which their managers are told', async () => {
      service.webhooks.listen(url, () => ({ kind: 'answered', status: 500 }));
      const { id } = await world.webhook(owner, organization, url, ['repository.created']);
      for (let count = 0; count < 11; count += 1) {
        await world.repository(owner, organization, { name: `Models ${count}` });
        for (const delay of [0, 500, 1000]) {
          service.clock.advance(delay);
          await deliverAll();
        }
      }
      expect(service.webhooks.sent).to.have.length(30);
      const { json } = await call('GET', path);
      expect(json).to.have.nested.property('webhooks[0].active', false);
      expect(json).to.have.nested.property('webhooks[0].consecutive_failures', 10);
      expect(json).to.have.nested.property('webhooks[0].last_error', 'http_status');
      const failed = await call('GET', `${path}/${id}/deliveries?limit=1`);
      expect(valueAt(failed.json, 'deliveries.0')).to.deep.include({
        success: false,
        http_status: 500,
        attempts: 3,
        error: 'http_status',
      });

      const news = await call('GET', '/notifications?unread=true');
      expect(valueAt(news.json, 'notifications')).to.have.length(1);
      expect(valueAt(news.json, 'notifications.0')).to.deep.include({
        organization_id: organization.id,
        type: 'webhook.disabled',
        data: { webhook_id: id, host: 'hooks.example.test', consecutive_failures: 10 },
      });
      const on = await call('PATCH', `${path}/${id}`, { active: true });
      expect(valueAt(on.json, 'webhook')).to.deep.include({ active: true, consecutive_failures: 0 });
    });
  });

  describe(`notifications, kept ${kind}`, () => {
    let service: TestService;
    beforeEach(async () => {
      service = await startService({ defaultPlan: 'free', open });
    });
    afterEach(() => service.close());

    it('are read once, by the one whose they are, and page by page', async () => {
      const world = createWorld(service);
      const [owner, admin, stranger] = [await world.user('owner'), await world.user('admin'), await world.user('stranger')];
      const organization = await world.organization(owner, 'Acme');
      await world.member(organization, admin, 'ADMIN');
      service.webhooks.listen(url, () => ({ kind: 'failed', fault: 'timeout' }));
      const { webhooks } = service.application;
      const break10 = async (): Promise<void> => {
        const { id } = await world.webhook(owner, organization, url);
        const deliver = async (): Promise<void> => {
          const lease = (await webhooks.leaseWebhook())._unsafeUnwrap();
          if (lease !== undefined) (await webhooks.deliver(lease))._unsafeUnwrap();
        };
        const repository = await world.repository(owner, organization, { name: 'Models' });
        (await webhooks.fanOut())._unsafeUnwrap();
        const list = await world.call('GET', `/organizations/acme/webhooks/${id}/deliveries`, { token: owner.token });
        const delivery = textAt(list.json, 'deliveries.0.id');
        for (let count = 0; count < 9; count += 1) {
          await world.call('POST', `/organizations/acme/webhooks/${id}/deliveries/${delivery}/redeliver`, { token: owner.token });
        }
        for (let round = 0; round < 12; round += 1) {
          service.clock.advance(1000);
          await deliver();
        }
        await world.call('DELETE', `/repositories/${repository}`, { token: owner.token });
        (await webhooks.fanOut())._unsafeUnwrap();
      };
      await break10();
      await break10();
      const list = (user: TestUser, query = '') => world.call('GET', `/notifications${query}`, { token: user.token });
      const first = await list(owner, '?limit=1');
      const second = await list(owner, `?limit=1&cursor=${encodeURIComponent(textAt(first.json, 'next_cursor'))}`);
      expect(valueAt(second.json, 'next_cursor')).to.equal(undefined);
      expect(valueAt((await list(admin)).json, 'notifications')).to.have.length(2);
      expect((await list(stranger)).json).to.deep.equal({ notifications: [] });

      const id = textAt(first.json, 'notifications.0.id');
      const read = (user: TestUser, at = id) => world.call('POST', `/notifications/${at}/read`, { token: user.token });
      expect((await read(admin)).status).to.equal(404);
      expect((await read(owner, somebodysId)).status).to.equal(404);
      expect((await read(owner, 'x')).status).to.equal(400);
      const noted = await read(owner);
      expect(noted.status).to.equal(200);
      service.clock.advance(1000);
      expect((await read(owner)).json).to.deep.equal(noted.json);
      expect(valueAt((await list(owner, '?unread=true')).json, 'notifications')).to.have.length(1);
      expect(valueAt((await list(owner, '?unread=false')).json, 'notifications.0.id')).to.equal(id);
      expect((await list(owner, '?unread=maybe')).status).to.equal(400);

      // Spec 5.3: no scope reaches webhooks.
      const { secret: token } = await world.apiToken(owner, organization, { scopes: ['org:read', 'repo:admin'] });
      expect((await world.call('GET', '/notifications', { token })).json).to.deep.equal({ notifications: [] });
      expect((await world.call('POST', `/notifications/${id}/read`, { token })).status).to.equal(404);
    });
  });
}
