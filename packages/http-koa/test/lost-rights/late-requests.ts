import type { Ports } from '@svc/core';
import { portableCodec } from '@svc/core/chunking';
import { createMemoryBlobStore } from '@svc/core/memory';
import { HOUR_MS } from '@svc/core/model';
import type { Acme } from '../support/acme.js';
import { indexHistory } from '../support/index-history.js';
import { type Answer, listAt, send, textAt, valueAt } from '../support/request.js';
import { smallHistory } from '../support/small-history.js';
import { sha256, type TestUser } from '../support/world.js';

const email = 'x@example.test';
const counters = {
  duration_ms: 1,
  ingest_ms: 1,
  mirror_ms: 1,
  logical_bytes: 1,
  stored_bytes: 1,
  object_count: 1,
  chunk_count: 1,
  new_chunks: 1,
  reused_chunks: 0,
  files_put: 1,
  files_skipped: 0,
};

export interface Stage extends Acme {
  /** A second owner, who sends the request that comes late. */
  readonly late: TestUser;
  readonly repository: string;
}

/** A request that is carried out when nothing comes between. */
export interface LateRequest {
  /** Makes what the request is about, and returns the parameters of its path. */
  readonly prepare?: (stage: Stage) => Promise<Readonly<Record<string, string>>>;
  readonly body?: (stage: Stage, parameters: Readonly<Record<string, string>>) => unknown;
  /** Instead of the row's own path: what the service has made for this request. */
  readonly path?: (parameters: Readonly<Record<string, string>>) => string;
  readonly ports?: (ports: Ports) => Ports;
}

const made =
  (path: string, body: unknown, at: string, parameter: string) =>
  async ({ world, owner, repository }: Stage): Promise<Readonly<Record<string, string>>> => {
    const { json } = await world.call('POST', path.replace('{repoID}', repository), { token: owner.token, body });
    return { [parameter]: textAt(json, at) };
  };

const member = async ({ world, organization }: Stage): Promise<Readonly<Record<string, string>>> => {
  const user = await world.user('member');
  await world.member(organization, user, 'VIEWER');
  return { userID: user.id };
};

const withLevel = async (stage: Stage): Promise<Readonly<Record<string, string>>> => {
  const parameters = await member(stage);
  const body = { user_id: parameters['userID'], level: 'READ' };
  await stage.world.call('POST', `/repositories/${stage.repository}/members`, { token: stage.owner.token, body });
  return parameters;
};

const connection = async ({ world, owner, organization }: Stage) => ({ connID: await world.connection(owner, organization) });
const group = async ({ world, owner, organization }: Stage) => ({
  groupID: await world.storageGroup(owner, organization, 'Group'),
});
const webhook = async ({ world, owner, organization }: Stage) => ({
  webhookID: (await world.webhook(owner, organization, 'https://hooks.test/')).id,
});

const indexSession = made('/repositories/{repoID}/index/sessions', { object_format: 'sha1' }, 'session.id', 'sessionID');

const delivery = async (stage: Stage): Promise<Readonly<Record<string, string>>> => {
  const { world, owner, organization, service } = stage;
  const { webhookID } = await webhook(stage);
  await world.repository(owner, organization, { name: 'Told' });
  (await service.application.webhooks.fanOut())._unsafeUnwrap();
  const { json } = await world.call('GET', `/organizations/acme/webhooks/${webhookID}/deliveries`, { token: owner.token });
  return { webhookID, deliveryID: textAt(json, 'deliveries.0.id') };
};

const customer = async ({ world, owner }: Stage): Promise<Readonly<Record<string, string>>> => {
  const request = { token: owner.token, body: { plan_id: 'developer' } };
  await world.call('POST', '/organizations/acme/billing/checkout', request);
  return {};
};

const subscriber = async ({ world, owner, service }: Stage): Promise<Readonly<Record<string, string>>> => {
  const request = { token: owner.token, body: { plan_id: 'developer' } };
  const { json } = await world.call('POST', '/organizations/acme/billing/checkout', request);
  service.billing.pay(textAt(json, 'url'));
  await world.call('POST', '/organizations/acme/billing/confirm', request);
  return {};
};

const organizationInvitation = made('/organizations/acme/invitations', { email, role: 'VIEWER' }, 'invitation.id', 'invID');

const text = 'late';
const object = { oid: sha256(text), size: text.length };

/** An object that is there. */
const stored = async ({ world, owner, repository }: Stage): Promise<Readonly<Record<string, string>>> => ({
  oid: await world.object(owner, repository, Buffer.from('stored')),
});

const removed = async (stage: Stage): Promise<Readonly<Record<string, string>>> => {
  const parameters = await stored(stage);
  const path = `/repositories/${stage.repository}/objects/${parameters['oid']}`;
  await stage.world.call('DELETE', path, { token: stage.owner.token });
  return parameters;
};

/** A session that has the object, of which nothing has come yet. */
const authorized = async ({ world, owner, repository }: Stage): Promise<Readonly<Record<string, string>>> => ({
  sessionID: await world.session(owner, repository, object),
  oid: object.oid,
});

const put = (url: URL): Promise<Answer> =>
  send(url.origin, 'PUT', url.pathname + url.search, { body: Buffer.from(text), headers: { 'content-type': 'text/plain' } });

const uploaded = async ({ world, owner, repository }: Stage): Promise<Readonly<Record<string, string>>> => {
  const { token } = owner;
  const uploads = `/repositories/${repository}/uploads`;
  const sessionID = textAt((await world.call('POST', uploads, { token })).json, 'session.id');
  const { json } = await world.call('POST', `${uploads}/${sessionID}/objects`, { token, body: { objects: [object] } });
  await put(new URL(textAt(json, 'objects.0.upload_url')));
  return { sessionID, oid: object.oid };
};

/** What Git LFS has sent and not verified, with the link to do it: that of the late one. */
const staged = async ({ world, late, repository }: Stage): Promise<Readonly<Record<string, string>>> => {
  const body = { operation: 'upload', objects: [object] };
  const { json } = await world.call('POST', `/repositories/${repository}/lfs/objects/batch`, { token: late.token, body });
  await put(new URL(textAt(json, 'objects.0.actions.upload.href')));
  const { pathname, search } = new URL(textAt(json, 'objects.0.actions.verify.href'));
  return { verifyPath: pathname + search, oid: object.oid };
};

const inParts = (ports: Ports): Ports => ({
  ...ports,
  blobs: createMemoryBlobStore({ ...ports.settings, maxSinglePutBytes: 2, parts: { maxPartBytes: 2 } }),
});

const invited = async ({ world, owner, late }: Stage): Promise<Readonly<Record<string, string>>> => {
  const guests = await world.user('guests');
  const { slug } = await world.organization(guests, 'Guests');
  const answer = await world.call('POST', `/organizations/${slug}/invitations`, {
    token: guests.token,
    body: { email: late.email, role: 'VIEWER' },
  });
  return { invID: textAt(answer.json, 'invitation.id'), link: textAt(answer.json, 'url').split('#token=')[1] ?? owner.token };
};

const noted = async (stage: Stage): Promise<Readonly<Record<string, string>>> => {
  const { world, owner, late, repository } = stage;
  const body = { visibility: 'PUBLIC' };
  await world.call('PATCH', `/repositories/${repository}`, { token: owner.token, body });
  return { id: textAt((await world.call('GET', '/notifications', { token: late.token })).json, 'notifications.0.id') };
};

const anotherSession = async ({ world, late }: Stage): Promise<Readonly<Record<string, string>>> => {
  await world.call('POST', '/auth/session', { token: late.token });
  const { json } = await world.call('GET', '/users/me/sessions', { token: late.token });
  const other = listAt(json, 'sessions').find((session) => valueAt(session, 'is_current') === false);
  return { userSessionID: textAt(other, 'id') };
};

const withObjects = async ({ world, owner, repository }: Stage): Promise<Readonly<Record<string, string>>> => ({
  from: await world.object(owner, repository, Buffer.from('from')),
  to: await world.object(owner, repository, Buffer.from('to')),
});

/** A history with the tag of that name. */
const indexed = async ({ world, owner, repository }: Stage): Promise<Readonly<Record<string, string>>> => {
  await indexHistory(world, owner.token, repository);
  return { tag: 'v1' };
};

/** One for each row that writes something for a caller, by the name of the row. */
export const lateRequests: Readonly<Record<string, LateRequest>> = {
  'billing.checkout': { body: () => ({ plan_id: 'team' }) },
  'billing.portal': { prepare: customer },
  'billing.confirm': { prepare: subscriber, body: () => ({ plan_id: 'developer' }) },
  'billing.byosAddOn': { prepare: subscriber, body: () => ({ enabled: true }) },
  'invitations.create': { body: () => ({ email, role: 'VIEWER' }) },
  'invitations.renew': { prepare: organizationInvitation },
  'invitations.revoke': { prepare: organizationInvitation },
  'repositoryInvitations.create': { body: () => ({ email, level: 'READ' }) },
  'repositoryInvitations.revoke': {
    prepare: made('/repositories/{repoID}/invitations', { email, level: 'READ' }, 'invitation.id', 'invID'),
  },
  'auth.session': {},
  'users.rename': { body: () => ({ name: 'x' }) },
  'sessions.end': { prepare: anotherSession },
  'sessions.endOthers': { prepare: anotherSession },
  'notifications.read': { prepare: noted },
  'organizations.create': { body: () => ({ name: 'x' }) },
  'invitations.acceptById': { prepare: invited },
  'invitations.acceptByLink': { prepare: invited, body: (_stage, { link }) => ({ token: link }) },
  'uploads.authorize': { prepare: authorized, body: () => ({ objects: [{ oid: sha256('x'), size: 1 }] }) },
  'uploads.presignParts': { prepare: authorized, body: () => ({ part_numbers: [1] }), ports: inParts },
  'uploads.complete': { prepare: uploaded, body: () => ({ size: object.size }) },
  'lfs.batch': { body: () => ({ operation: 'upload', objects: [object] }) },
  'lfs.verify': { prepare: staged, body: () => object, path: ({ verifyPath = '' }) => verifyPath },
  'tree.put': {
    body: () => Buffer.from(text),
    path: ({ repoID }) => `/api/v1/repositories/${repoID}/lfs/meta/late`,
  },
  'transfers.report': { body: () => ({ kind: 'push', ...counters }) },
  'locks.create': { body: () => ({ path: 'x' }) },
  'locks.unlock': {
    prepare: made('/repositories/{repoID}/lfs/locks', { path: 'x' }, 'lock.id', 'lockID'),
    body: () => ({ force: true }),
  },
  'members.changeRole': { prepare: member, body: () => ({ role: 'ADMIN' }) },
  'members.remove': { prepare: member },
  'members.leave': {},
  'organizations.update': { body: () => ({ name: 'x' }) },
  'organizations.delete': {},
  'recommendations.dismiss': {
    prepare: async ({ world, owner, repository, service }) => {
      await world.session(owner, repository, { oid: sha256('stale'), size: 1 });
      service.clock.advance(4 * HOUR_MS);
      return { recID: `stale-upload-sessions.${repository}` };
    },
  },
  'repositories.create': { body: () => ({ name: 'x' }) },
  'repositories.update': { body: () => ({ name: 'x' }) },
  'repositories.delete': {},
  'repositoryMembers.set': { prepare: member, body: (_stage, { userID }) => ({ user_id: userID, level: 'READ' }) },
  'repositoryMembers.remove': { prepare: withLevel },
  'storage-connections.create': {
    body: () => ({
      name: 'x',
      provider: 'minio',
      endpoint: 'https://s3.example.test',
      bucket: 'bucket',
      auth_method: 'access_keys',
      access_key_id: 'AKID',
      secret_access_key: 'secret',
    }),
  },
  'storage-connections.update': { prepare: connection, body: () => ({ name: 'x' }) },
  'storage-connections.test': { prepare: connection },
  'storage-connections.delete': { prepare: connection },
  'storage-groups.create': { body: () => ({ name: 'x' }) },
  'storage-groups.update': { prepare: group, body: () => ({ name: 'x' }) },
  'storage-groups.delete': { prepare: group },
  'tokens.create': { body: () => ({ name: 'x', scopes: ['org:read'] }) },
  'tokens.revoke': {
    prepare: made('/organizations/acme/tokens', { name: 'x', scopes: ['org:read'] }, 'token.id', 'tokenID'),
  },
  'tree.convert': {
    prepare: stored,
    body: (_stage, { oid }) => ({ oid, chunks: [portableCodec().blake3Hex(Buffer.from('stored'))] }),
    ports: (ports) => ({ ...ports, settings: { ...ports.settings, gcReclaim: true, minConvertedBytes: 1 } }),
  },
  'tree.finalize': { body: () => ({ objects: [] }) },
  'index.open': { body: () => ({ object_format: 'sha1' }) },
  'index.commits': { prepare: indexSession, body: () => ({ commits: smallHistory().commits }) },
  'index.tree': {
    prepare: async (stage) => {
      const parameters = await indexSession(stage);
      const { world, owner, repository } = stage;
      const path = `/repositories/${repository}/index/sessions/${parameters['sessionID']}/commits`;
      await world.call('POST', path, { token: owner.token, body: { commits: smallHistory().commits } });
      return parameters;
    },
    body: () => ({ objects: smallHistory().objects, trees: smallHistory().trees }),
  },
  'index.finalize': { prepare: indexSession, body: () => ({ refs: [] }) },
  'lineage.add': {
    prepare: withObjects,
    body: (_stage, { from, to }) => ({
      type: 'contains',
      from: { kind: 'artifact', id: from },
      to: { kind: 'artifact', id: to },
    }),
  },
  'lineage.remove': {
    prepare: async (stage) => {
      const { from = '', to = '' } = await withObjects(stage);
      const edge = { type: 'contains', from: { kind: 'artifact', id: from }, to: { kind: 'artifact', id: to } };
      return made('/repositories/{repoID}/graph/edges', edge, 'edge.id', 'edgeID')(stage);
    },
  },
  'objects.remove': { prepare: stored },
  'objects.restore': { prepare: removed },
  'snapshots.create': { prepare: indexed, body: () => ({ name: 'x' }) },
  'releases.update': { prepare: indexed, body: () => ({ notes: 'x' }) },
  'uploads.open': {},
  'uploads.abort': { prepare: made('/repositories/{repoID}/uploads', {}, 'session.id', 'sessionID') },
  'uploads.finalize': { prepare: made('/repositories/{repoID}/uploads', {}, 'session.id', 'sessionID') },
  'webhooks.create': { body: () => ({ url: 'https://hooks.test/', events: ['*'] }) },
  'webhooks.update': { prepare: webhook, body: () => ({ active: false }) },
  'webhooks.delete': { prepare: webhook },
  'webhooks.redeliver': { prepare: delivery },
};

/** Those that write nothing: what they tell, or begin in the memory of the process, is decided by what the caller was when they came. */
export const writingNothing: readonly string[] = ['downloads.authorize', 'locks.verify', 'tree.declare', 'tree.lookUp'];
