import { listAt, textAt, valueAt } from '../support/request.js';
import type { Scene } from './scene.js';

const acme = '/api/v1/organizations/acme';

/** Where an organization keeps its bytes. */
export const playStorage = async ({ play, service, owner: { token } }: Scene): Promise<void> => {
  const [accessKeyId, secretAccessKey] = ['EXAMPLEKEYID', 'example-secret-access-key'];
  const place = { endpoint: 'https://s3.example.com', bucket: 'acme-models' };
  service.buckets.add({ ...place, accessKeyId, secretAccessKey });
  const keys = { auth_method: 'access_keys', access_key_id: accessKeyId, secret_access_key: secretAccessKey };
  const body = { name: 'Our own bucket', provider: 'minio', ...place, ...keys };
  const connections = `${acme}/storage/connections`;
  const created = await play(201, 'POST', connections, { token, body });
  const connection = `${connections}/${textAt(created.json, 'connection.id')}`;
  await play(200, 'GET', connections, { token });
  await play(200, 'GET', connection, { token });
  await play(200, 'PATCH', connection, { token, body: { name: 'The bucket in Frankfurt' } });
  await play(200, 'POST', `${connection}/test`, { token });
  const group = await play(201, 'POST', `${acme}/storage-groups`, { token, body: { name: 'Archive' } });
  await play(200, 'GET', `${acme}/storage-groups`, { token });
  const path = `${acme}/storage-groups/${textAt(group.json, 'storage_group.id')}`;
  await play(200, 'GET', path, { token });
  await play(200, 'PATCH', path, { token, body: { name: 'Cold archive' } });
};

/** Webhooks, a delivery that fails until its webhook is switched off, and what its managers hear of that. */
export const playWebhooks = async ({ play, service, world, owner, organization }: Scene): Promise<void> => {
  const { token } = owner;
  const { webhooks } = service.application;
  const url = 'https://hooks.example.com/svc';
  service.webhooks.listen(url, () => ({ kind: 'failed', fault: 'timeout' }));
  const created = await play(201, 'POST', `${acme}/webhooks`, { token, body: { url, events: ['repository.created'] } });
  const path = `${acme}/webhooks/${textAt(created.json, 'webhook.id')}`;
  await play(200, 'GET', `${acme}/webhooks`, { token });
  await world.repository(owner, organization, { name: 'Datasets' });
  (await webhooks.fanOut())._unsafeUnwrap();
  const { json } = await play(200, 'GET', `${path}/deliveries`, { token });
  for (let count = 0; count < 9; count += 1) {
    await play(202, 'POST', `${path}/deliveries/${textAt(json, 'deliveries.0.id')}/redeliver`, { token });
  }
  for (let round = 0; round < 12; round += 1) {
    service.clock.advance(1000);
    const lease = (await webhooks.leaseWebhook())._unsafeUnwrap();
    if (lease !== undefined) (await webhooks.deliver(lease))._unsafeUnwrap();
  }
  const news = await play(200, 'GET', '/api/v1/notifications', { token });
  await play(200, 'POST', `/api/v1/notifications/${textAt(news.json, 'notifications.0.id')}/read`, { token });
  await play(200, 'PATCH', path, { token, body: { active: true } });
};

/** What people read of an organization and its repositories once there is something in them. */
export const playReports = async ({ play, owner: { token }, repository }: Scene): Promise<void> => {
  const here = `/api/v1/repositories/${repository}`;
  for (const name of ['usage', 'usage/series?days=2', 'dashboard', 'recommendations', 'artifacts', 'activity', 'repositories']) {
    await play(200, 'GET', `${acme}/${name}`, { token });
  }
  await play(200, 'GET', '/api/v1/search?q=small', { token });
  for (const name of ['usage', 'objects', 'transfers', 'activity', 'recommendations', 'connect', 'health']) {
    await play(200, 'GET', `${here}/${name}`, { token });
  }
  for (const name of ['series?days=2', 'summary', 'folders']) await play(200, 'GET', `${here}/storage/${name}`, { token });
  const objects = listAt((await play(200, 'GET', `${here}/objects`, { token })).json, 'objects');
  const oid = String(valueAt(objects[0], 'oid'));
  await play(200, 'GET', `${here}/artifacts/${oid}`, { token });
  await play(200, 'GET', `${here}/artifacts/${oid}/timeline`, { token });
};

/** A repository, and who has a level in it. */
export const playRepository = async ({ play, world, owner: { token }, organization }: Scene): Promise<void> => {
  const body = { name: 'Weights', visibility: 'INTERNAL' };
  const created = await play(201, 'POST', `${acme}/repositories`, { token, body });
  const here = `/api/v1/repositories/${textAt(created.json, 'repository.id')}`;
  await play(200, 'GET', here, { token });
  await play(200, 'PATCH', here, { token, body: { name: 'Model weights' } });
  const guest = await world.user('guest');
  const invite = { email: guest.email, level: 'READ' };
  const invited = await play(201, 'POST', `${here}/invitations`, { token, body: invite });
  await play(200, 'GET', `${here}/invitations`, { token });
  const invitation = textAt(invited.json, 'invitation.id');
  await play(200, 'POST', `/api/v1/invitations/${invitation}/accept`, { token: guest.token });
  const carl = await world.user('carl');
  await world.member(organization, carl, 'VIEWER');
  await play(201, 'POST', `${here}/members`, { token, body: { user_id: carl.id, level: 'WRITE' } });
  await play(200, 'POST', `${here}/members`, { token, body: { user_id: guest.id, level: 'WRITE' } });
  await play(200, 'GET', `${here}/members`, { token });
  await play(200, 'GET', '/api/v1/users/me/shared-repositories', { token: guest.token });
};

/** A subscription, in an organization of its own. */
export const playBilling = async ({ play, service, owner: { token } }: Scene): Promise<void> => {
  const billing = '/api/v1/organizations/bees/billing';
  const checkout = await play(200, 'POST', `${billing}/checkout`, { token, body: { plan_id: 'developer' } });
  await play(202, 'POST', `${billing}/confirm`, { token, body: { plan_id: 'developer' } });
  service.billing.pay(textAt(checkout.json, 'url'));
  await play(200, 'POST', `${billing}/confirm`, { token, body: { plan_id: 'developer' } });
  const portal = await play(200, 'POST', `${billing}/portal`, { token });
  await play(200, 'GET', billing, { token });
  await play(200, 'POST', `${billing}/byos-addon`, { token, body: { enabled: true } });
  const customer = textAt(portal.json, 'url').split('/').at(-1) ?? '';
  const { body, signature } = service.billing.callback(customer, 'evt_1');
  await play(200, 'POST', '/api/v1/billing/webhook', { body, headers: { [service.billing.signatureHeader]: signature } });
};
