import { HOUR_MS } from '@svc/core/model';
import type { Acme } from '../support/acme.js';
import { textAt } from '../support/request.js';
import { sha256, type TestUser } from '../support/world.js';

const email = 'x@example.test';

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

/** One for each row that changes something of an organization or of a repository, by the name of the row. */
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
  'tree.finalize': { body: () => ({ objects: [] }) },
  'uploads.open': {},
  'uploads.finalize': { prepare: made('/repositories/{repoID}/uploads', {}, 'session.id', 'sessionID') },
  'webhooks.create': { body: () => ({ url: 'https://hooks.test/', events: ['*'] }) },
  'webhooks.update': { prepare: webhook, body: () => ({ active: false }) },
  'webhooks.delete': { prepare: webhook },
  'webhooks.redeliver': { prepare: delivery },
};

/**
 * Those that are decided by what the caller was when they came: they only read, or bring bytes, of which nothing can be seen before a finalize or an LFS
 * verify, whose own grant is given later.
 */
export const decidedOnce: readonly string[] = [
  'downloads.authorize',
  'lfs.batch',
  'locks.verify',
  'transfers.report',
  'tree.declare',
  'tree.lookUp',
  'tree.put',
  'uploads.authorize',
  'uploads.complete',
  'uploads.presignParts',
];
