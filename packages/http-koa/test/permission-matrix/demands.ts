import { sha256 } from '../support/world.js';

/** A request to one row. Nothing that it sends could be carried out: it is refused with 400, or the database takes no changes. */
export interface MatrixRequest {
  readonly row: string;
  /** A permission, or how the request proves itself instead (see `expectedOutcome`). */
  readonly demand: string;
  readonly body?: unknown;
}

const id = 'eeeeeeee-0000-4000-8000-000000000000';
/** The object that the stage's upload sessions have. */
export const matrixOid = sha256('matrix');
const oid = matrixOid;

/** What stands in place of the parameters that name nothing of the stage. */
export const fillers: Readonly<Record<string, string>> = {
  userID: id,
  userSessionID: id,
  invID: id,
  tokenID: id,
  lockID: id,
  edgeID: id,
  recID: 'poor-deduplication',
  // The stage has indexed a branch and a tag of these names.
  sha: 'main',
  tag: 'v1',
  deliveryID: id,
  id,
  oid,
  // There is nothing to compare then, which only who may compare is told.
  other: oid,
};

const organization = '/api/v1/organizations/{orgID}';
const repository = '/api/v1/repositories/{repoID}';
const lfs = `${repository}/lfs`;

/** One line for each row, typed by hand from spec section 4. */
export const matrixRequests: readonly MatrixRequest[] = [
  { row: 'GET /readyz', demand: 'open' },
  { row: 'GET /healthz', demand: 'internal' },
  { row: 'GET /api/v1/plans', demand: 'open' },
  { row: 'GET /api/v1/users/me', demand: 'authenticated' },
  { row: 'PATCH /api/v1/users/me', demand: 'session', body: { name: 'x' } },
  { row: 'POST /api/v1/auth/session', demand: 'session' },
  { row: 'GET /api/v1/users/me/sessions', demand: 'session' },
  { row: 'DELETE /api/v1/users/me/sessions', demand: 'session' },
  { row: 'DELETE /api/v1/users/me/sessions/{userSessionID}', demand: 'session' },
  { row: 'GET /api/v1/notifications', demand: 'authenticated' },
  { row: 'POST /api/v1/notifications/{id}/read', demand: 'authenticated' },
  { row: 'GET /api/v1/search', demand: 'authenticated' },
  { row: 'GET /api/v1/organizations', demand: 'authenticated' },
  { row: 'POST /api/v1/organizations', demand: 'session', body: { name: 'x' } },
  { row: `GET ${organization}`, demand: 'organization.read' },
  { row: `PATCH ${organization}`, demand: 'organization.update', body: { name: 'x' } },
  { row: `DELETE ${organization}`, demand: 'organization.delete' },
  { row: `GET ${organization}/usage`, demand: 'usage.read' },
  { row: `GET ${organization}/usage/series`, demand: 'usage.read' },
  { row: `GET ${organization}/dashboard`, demand: 'usage.read' },
  { row: `GET ${organization}/recommendations`, demand: 'usage.read' },
  { row: `GET ${organization}/members`, demand: 'members.read' },
  { row: `PATCH ${organization}/members/{userID}`, demand: 'members.remove', body: { role: 'VIEWER' } },
  { row: `DELETE ${organization}/members/{userID}`, demand: 'members.remove' },
  { row: `POST ${organization}/leave`, demand: 'organization.read by session' },
  { row: `GET ${organization}/invitations`, demand: 'members.read' },
  { row: `POST ${organization}/invitations`, demand: 'members.invite', body: { email: 'x@example.test', role: 'VIEWER' } },
  { row: `POST ${organization}/invitations/{invID}/link`, demand: 'members.invite' },
  { row: `DELETE ${organization}/invitations/{invID}`, demand: 'members.invite' },
  { row: 'GET /api/v1/users/me/invitations', demand: 'session' },
  { row: 'GET /api/v1/users/me/shared-repositories', demand: 'session' },
  { row: 'POST /api/v1/invitations/{invID}/accept', demand: 'session' },
  // What cannot be a link's secret is not looked up: 404, which here is for nobody.
  { row: 'POST /api/v1/invitations/accept', demand: 'session', body: {} },
  { row: `GET ${organization}/tokens`, demand: 'tokens.create' },
  { row: `POST ${organization}/tokens`, demand: 'tokens.create', body: { name: 'x', scopes: ['org:read'] } },
  { row: `DELETE ${organization}/tokens/{tokenID}`, demand: 'tokens.revoke' },
  { row: `GET ${organization}/webhooks`, demand: 'organization.update' },
  { row: `POST ${organization}/webhooks`, demand: 'organization.update', body: { url: 'https://hooks.test/', events: ['*'] } },
  { row: `PATCH ${organization}/webhooks/{webhookID}`, demand: 'organization.update', body: { active: true } },
  { row: `DELETE ${organization}/webhooks/{webhookID}`, demand: 'organization.update' },
  // The stage has a webhook, so that 404 is for those alone who may not know of the organization.
  { row: `GET ${organization}/webhooks/{webhookID}/deliveries`, demand: 'organization.update' },
  { row: `POST ${organization}/webhooks/{webhookID}/deliveries/{deliveryID}/redeliver`, demand: 'organization.update' },
  { row: `GET ${organization}/storage/connections`, demand: 'storage.read' },
  { row: `POST ${organization}/storage/connections`, demand: 'storage.manage', body: {} },
  { row: `GET ${organization}/storage/connections/{connID}`, demand: 'storage.read' },
  { row: `PATCH ${organization}/storage/connections/{connID}`, demand: 'storage.manage', body: { name: 'x' } },
  { row: `POST ${organization}/storage/connections/{connID}/test`, demand: 'storage.manage' },
  { row: `DELETE ${organization}/storage/connections/{connID}`, demand: 'storage.manage' },
  { row: `GET ${organization}/storage-groups`, demand: 'storage.read' },
  { row: `POST ${organization}/storage-groups`, demand: 'storage.manage', body: { name: 'x' } },
  { row: `GET ${organization}/storage-groups/{groupID}`, demand: 'storage.read' },
  { row: `PATCH ${organization}/storage-groups/{groupID}`, demand: 'storage.manage', body: { name: 'x' } },
  { row: `DELETE ${organization}/storage-groups/{groupID}`, demand: 'storage.manage' },
  { row: `GET ${organization}/audit`, demand: 'audit.read' },
  { row: `GET ${organization}/artifacts`, demand: 'repositories.read' },
  { row: `GET ${organization}/activity`, demand: 'repositories.read' },
  { row: 'POST /api/v1/billing/webhook', demand: 'provider-signed', body: {} },
  { row: `GET ${organization}/billing`, demand: 'billing.read' },
  { row: `POST ${organization}/billing/checkout`, demand: 'billing.update', body: { plan_id: 'free' } },
  // The organization is no customer, which only those hear who may change what it pays.
  { row: `POST ${organization}/billing/portal`, demand: 'billing.update' },
  { row: `POST ${organization}/billing/confirm`, demand: 'billing.update', body: { plan_id: 'free' } },
  { row: `POST ${organization}/billing/byos-addon`, demand: 'billing.update', body: {} },
  { row: `GET ${organization}/repositories`, demand: 'repositories.read' },
  { row: `POST ${organization}/repositories`, demand: 'repositories.create', body: { name: 'x' } },
  { row: `GET ${repository}`, demand: 'repository.pull' },
  { row: `PATCH ${repository}`, demand: 'repository.update', body: { name: 'x' } },
  { row: `DELETE ${repository}`, demand: 'repository.admin' },
  { row: `GET ${repository}/usage`, demand: 'repository.pull' },
  { row: `GET ${repository}/objects`, demand: 'repository.pull' },
  { row: `GET ${repository}/transfers`, demand: 'repository.pull' },
  { row: `GET ${repository}/activity`, demand: 'repository.pull' },
  { row: `GET ${repository}/recommendations`, demand: 'repository.pull' },
  { row: `POST ${repository}/recommendations/{recID}/dismiss`, demand: 'repository.update' },
  { row: `GET ${repository}/storage/series`, demand: 'repository.pull' },
  { row: `GET ${repository}/storage/summary`, demand: 'repository.pull' },
  { row: `GET ${repository}/storage/folders`, demand: 'repository.pull' },
  { row: `GET ${repository}/health`, demand: 'repository.pull' },
  { row: `GET ${repository}/tree`, demand: 'repository.pull' },
  { row: `GET ${repository}/overview`, demand: 'repository.pull' },
  { row: `GET ${repository}/file`, demand: 'repository.pull' },
  { row: `GET ${repository}/branches`, demand: 'repository.pull' },
  { row: `GET ${repository}/commits`, demand: 'repository.pull' },
  { row: `GET ${repository}/commits/{sha}`, demand: 'repository.pull' },
  { row: `GET ${repository}/compare`, demand: 'repository.pull' },
  { row: `GET ${repository}/file/history`, demand: 'repository.pull' },
  { row: `GET ${repository}/releases`, demand: 'repository.pull' },
  { row: `GET ${repository}/releases/{tag}`, demand: 'repository.pull' },
  { row: `PATCH ${repository}/releases/{tag}`, demand: 'repository.update', body: { notes: 'x' } },
  { row: `GET ${repository}/graph`, demand: 'repository.pull' },
  {
    row: `POST ${repository}/graph/edges`,
    demand: 'repository.update',
    body: { type: 'contains', from: { kind: 'release', id: 'v1' }, to: { kind: 'artifact', id: oid } },
  },
  { row: `DELETE ${repository}/graph/edges/{edgeID}`, demand: 'repository.update' },
  // The stage has the object.
  { row: `GET ${repository}/artifacts/{oid}`, demand: 'repository.pull' },
  { row: `GET ${repository}/artifacts/{oid}/timeline`, demand: 'repository.pull' },
  { row: `GET ${repository}/artifacts/{oid}/compare/{other}`, demand: 'repository.pull' },
  { row: `GET ${repository}/connect`, demand: 'repository.pull' },
  { row: `GET ${repository}/lfs`, demand: 'repository.pull' },
  { row: `GET ${repository}/members`, demand: 'repository.members.manage' },
  { row: `POST ${repository}/members`, demand: 'repository.members.manage', body: { user_id: id, level: 'READ' } },
  { row: `DELETE ${repository}/members/{userID}`, demand: 'repository.members.manage' },
  { row: `GET ${repository}/invitations`, demand: 'repository.members.manage' },
  {
    row: `POST ${repository}/invitations`,
    demand: 'repository.members.manage',
    body: { email: 'x@example.test', level: 'READ' },
  },
  { row: `DELETE ${repository}/invitations/{invID}`, demand: 'repository.members.manage' },
  { row: `GET ${repository}/index/state`, demand: 'repository.push' },
  { row: `POST ${repository}/index/sessions`, demand: 'repository.push', body: { object_format: 'sha1' } },
  { row: `POST ${repository}/index/sessions/{sessionID}/commits`, demand: 'repository.push', body: { commits: [] } },
  { row: `POST ${repository}/index/sessions/{sessionID}/tree`, demand: 'repository.push', body: { trees: [] } },
  { row: `POST ${repository}/index/sessions/{sessionID}/finalize`, demand: 'repository.push', body: { refs: [] } },
  { row: `POST ${repository}/uploads`, demand: 'repository.push' },
  { row: `GET ${repository}/uploads`, demand: 'repository.push' },
  { row: `DELETE ${repository}/uploads/{sessionID}`, demand: 'repository.push' },
  { row: `POST ${repository}/uploads/{sessionID}/objects`, demand: 'repository.push', body: { objects: [] } },
  // Its handler reads before it writes, and a good body would be told that nothing was uploaded.
  { row: `POST ${repository}/uploads/{sessionID}/objects/{oid}/complete`, demand: 'repository.push', body: { size: -1 } },
  { row: `POST ${repository}/uploads/{sessionID}/objects/{oid}/parts`, demand: 'repository.push', body: { part_numbers: [1] } },
  // The store of the matrix takes no parts, which only those hear who may push.
  { row: `GET ${repository}/uploads/{sessionID}/objects/{oid}/parts`, demand: 'repository.push' },
  { row: `POST ${repository}/uploads/{sessionID}/finalize`, demand: 'repository.push' },
  { row: `POST ${repository}/downloads/authorize`, demand: 'repository.pull', body: { objects: [{ oid }] } },
  { row: `POST ${lfs}/objects/batch`, demand: 'repository.pull', body: { operation: 'download', objects: [{ oid, size: 1 }] } },
  { row: `POST ${lfs}/objects/batch`, demand: 'repository.push', body: { operation: 'upload', objects: [{ oid, size: 1 }] } },
  { row: `POST ${lfs}/objects/{oid}/verify`, demand: 'verify-link', body: { oid, size: 1 } },
  { row: `POST ${lfs}/locks`, demand: 'repository.push', body: { path: 'x' } },
  { row: `GET ${lfs}/locks`, demand: 'repository.pull' },
  { row: `POST ${lfs}/locks/verify`, demand: 'repository.push', body: {} },
  { row: `POST ${lfs}/locks/{lockID}/unlock`, demand: 'repository.push', body: { force: true } },
  // The stage has put a file there, so that 404 is for those alone who may not know of the repository.
  { row: `GET ${lfs}/*`, demand: 'repository.pull' },
  { row: `HEAD ${lfs}/*`, demand: 'repository.pull' },
  { row: `PUT ${lfs}/*`, demand: 'repository.push', body: 'x' },
  { row: `POST ${lfs}/objects/chunks`, demand: 'repository.pull', body: { chunks: [oid], sizes: [1] } },
  { row: `POST ${lfs}/objects/announce`, demand: 'repository.push', body: { push: 'p', from: 1, packs: [], chunks: [] } },
  { row: `POST ${lfs}/finalize`, demand: 'repository.push', body: { objects: [] } },
  { row: `POST ${lfs}/transfers`, demand: 'repository.pull', body: { kind: 'pull', duration_ms: 1 } },
  { row: 'PUT /storage/*', demand: 'signed-upload', body: 'x' },
  { row: 'GET /storage/*', demand: 'signed-download' },
  { row: 'GET /downloads/svc-agent.tgz', demand: 'open' },
];
