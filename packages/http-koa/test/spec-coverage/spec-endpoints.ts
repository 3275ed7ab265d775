/** One endpoint of the spec. `permission`: a permission name, or how the request proves itself where there is none. */
export interface SpecEndpoint {
  readonly method: string;
  /** Below the base URL. */
  readonly path: string;
  readonly permission: string;
}

const listed = (prefix: string, lines: string): readonly SpecEndpoint[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [method = '', path = '', permission = ''] = line.trim().split(/\s+/);
      return { method, path: prefix + path.replace(/\/$/, ''), permission };
    });

/** Every endpoint of spec section 4, typed by hand. */
export const specEndpoints: readonly SpecEndpoint[] = [
  // 4.1
  ...listed(
    '',
    `
    GET     /readyz   open
    GET     /healthz  internal
  `,
  ),
  ...listed(
    '/api/v1',
    `
    GET     /plans            open
    POST    /billing/webhook  provider-signed
  `,
  ),
  // 4.2
  ...listed(
    '/api/v1',
    `
    GET     /users/me                      authenticated
    PATCH   /users/me                      authenticated
    POST    /auth/session                  authenticated
    GET     /search                        authenticated
    GET     /notifications                 authenticated
    POST    /notifications/{id}/read       authenticated
    POST    /invitations/accept            authenticated
    GET     /users/me/invitations          authenticated
    POST    /invitations/{invID}/accept    authenticated
    GET     /users/me/shared-repositories  authenticated
  `,
  ),
  // 4.3
  ...listed(
    '/api/v1/organizations',
    `
    GET     /                                     authenticated
    POST    /                                     authenticated
    GET     /{orgID}                              organization.read
    PATCH   /{orgID}                              organization.update
    DELETE  /{orgID}                              organization.delete
    GET     /{orgID}/members                      members.read
    PATCH   /{orgID}/members/{userID}             members.remove
    DELETE  /{orgID}/members/{userID}             members.remove
    POST    /{orgID}/leave                        organization.read
    GET     /{orgID}/invitations                  members.read
    POST    /{orgID}/invitations                  members.invite
    POST    /{orgID}/invitations/{invID}/link     members.invite
    DELETE  /{orgID}/invitations/{invID}          members.invite
  `,
  ),
  // 4.4
  ...listed(
    '/api/v1/organizations/{orgID}',
    `
    GET     /usage            usage.read
    GET     /usage/series     usage.read
    GET     /dashboard        usage.read
    GET     /activity         repositories.read
    GET     /recommendations  usage.read
    GET     /artifacts        repositories.read
  `,
  ),
  // 4.5
  ...listed(
    '/api/v1/organizations/{orgID}/storage-groups',
    `
    GET     /           storage.read
    POST    /           storage.manage
    GET     /{groupID}  storage.read
    PATCH   /{groupID}  storage.manage
    DELETE  /{groupID}  storage.manage
  `,
  ),
  // 4.6
  ...listed(
    '/api/v1/organizations/{orgID}/repositories',
    `
    GET     /  repositories.read
    POST    /  repositories.create
  `,
  ),
  // 4.7
  ...listed(
    '/api/v1/organizations/{orgID}',
    `
    GET     /tokens                             tokens.create
    POST    /tokens                             tokens.create
    DELETE  /tokens/{tokenID}                   tokens.revoke
    GET     /webhooks                           organization.update
    POST    /webhooks                           organization.update
    PATCH   /webhooks/{webhookID}               organization.update
    DELETE  /webhooks/{webhookID}               organization.update
    GET     /webhooks/{webhookID}/deliveries    organization.update
    GET     /audit                              audit.read
    GET     /storage/connections                storage.read
    POST    /storage/connections                storage.manage
    GET     /storage/connections/{connID}       storage.read
    PATCH   /storage/connections/{connID}       storage.manage
    POST    /storage/connections/{connID}/test  storage.manage
    DELETE  /storage/connections/{connID}       storage.manage
  `,
  ),
  // 4.8
  ...listed(
    '/api/v1/organizations/{orgID}/billing',
    `
    GET     /            billing.read
    POST    /checkout    billing.update
    POST    /portal      billing.update
    POST    /confirm     billing.update
    POST    /byos-addon  billing.update
  `,
  ),
  // 4.9
  ...listed(
    '/api/v1/repositories/{repoID}',
    `
    GET     /                                 repository.pull
    PATCH   /                                 repository.update
    DELETE  /                                 repository.admin
    GET     /usage                            repository.pull
    GET     /objects                          repository.pull
    GET     /transfers                        repository.pull
    GET     /connect                          repository.pull
    GET     /overview                         repository.pull
    GET     /tree                             repository.pull
    GET     /file                             repository.pull
    GET     /file/history                     repository.pull
    GET     /commits                          repository.pull
    GET     /commits/{sha}                    repository.pull
    GET     /branches                         repository.pull
    GET     /releases                         repository.pull
    GET     /releases/{tag}                   repository.pull
    PATCH   /releases/{tag}                   repository.update
    GET     /artifacts/{oid}                  repository.pull
    GET     /artifacts/{oid}/timeline         repository.pull
    GET     /graph                            repository.pull
    POST    /graph/edges                      repository.update
    DELETE  /graph/edges/{edgeID}             repository.update
    GET     /snapshots                        repository.pull
    POST    /snapshots                        repository.push
    GET     /health                           repository.pull
    GET     /recommendations                  repository.pull
    GET     /activity                         repository.pull
    POST    /recommendations/{recID}/dismiss  repository.update
    GET     /storage/series                   repository.pull
    GET     /storage/folders                  repository.pull
    GET     /storage/summary                  repository.pull
    GET     /members                          repository.members.manage
    POST    /members                          repository.members.manage
    DELETE  /members/{userID}                 repository.members.manage
    GET     /invitations                      repository.members.manage
    POST    /invitations                      repository.members.manage
    DELETE  /invitations/{invID}              repository.members.manage
  `,
  ),
  // 4.10
  ...listed(
    '/api/v1/repositories/{repoID}/index',
    `
    GET     /state                          repository.push
    POST    /sessions                       repository.push
    POST    /sessions/{sessionID}/commits   repository.push
    POST    /sessions/{sessionID}/tree      repository.push
    POST    /sessions/{sessionID}/finalize  repository.push
  `,
  ),
  // 4.11
  ...listed(
    '/api/v1/repositories/{repoID}',
    `
    POST    /uploads                                     repository.push
    POST    /uploads/{sessionID}/objects                 repository.push
    POST    /uploads/{sessionID}/objects/{oid}/complete  repository.push
    POST    /uploads/{sessionID}/finalize                repository.push
    POST    /downloads/authorize                         repository.pull
  `,
  ),
  // 4.12, 4.13
  ...listed(
    '/api/v1/repositories/{repoID}/lfs',
    `
    POST    /objects/batch  repository.pull
    GET     /*              repository.pull
    HEAD    /*              repository.pull
    PUT     /*              repository.push
    POST    /finalize       repository.push
    POST    /transfers      repository.pull
  `,
  ),
];

/** Rows beyond the spec, each of them needed by clients that the spec names. */
export const additions: readonly SpecEndpoint[] = [
  ...listed(
    '/api/v1/users/me/sessions',
    `
    GET     /                   authenticated
    DELETE  /                   authenticated
    DELETE  /{userSessionID}    authenticated
  `,
  ),
  // What the batch's verify action leads to, since the spec leaves the obvious path unrouted (4.14); locks, and what an agent need not send.
  ...listed(
    '/api/v1/repositories/{repoID}/lfs',
    `
    POST    /objects/{oid}/verify    verify-link
    POST    /locks                   repository.push
    GET     /locks                   repository.pull
    POST    /locks/verify            repository.push
    POST    /locks/{lockID}/unlock   repository.push
    POST    /objects/chunks          repository.pull
    POST    /objects/announce        repository.push
    POST    /objects/convert         repository.push
  `,
  ),
  // Who knows an LFS URL with names learns the id.
  ...listed('/api/v1/repositories/{repoID}', 'GET /lfs repository.pull'),
  // What a client that vanished has left open.
  ...listed(
    '/api/v1/repositories/{repoID}',
    `
    GET     /uploads              repository.push
    DELETE  /uploads/{sessionID}  repository.push
  `,
  ),
  // Objects that are larger than one upload URL takes.
  ...listed(
    '/api/v1/repositories/{repoID}/uploads/{sessionID}/objects/{oid}',
    `
    POST    /parts  repository.push
    GET     /parts  repository.push
  `,
  ),
  // Two commits, whatever lies between them.
  ...listed('/api/v1/repositories/{repoID}', 'GET /compare repository.pull'),
  // What has changed inside of a file, what keeps it, and what shares its chunks.
  ...listed(
    '/api/v1/repositories/{repoID}/artifacts/{oid}',
    `
    GET     /compare/{other}  repository.pull
    GET     /references       repository.pull
    GET     /sharing          repository.pull
  `,
  ),
  // By what a client finds out which bytes of an object have come damaged.
  ...listed('/api/v1/repositories/{repoID}', 'GET /objects/{oid}/blocks repository.pull'),
  // Objects that are taken out of every answer, and back.
  ...listed(
    '/api/v1/repositories/{repoID}',
    `
    DELETE  /objects/{oid}                  repository.admin
    GET     /removed-objects                repository.admin
    POST    /removed-objects/{oid}/restore  repository.admin
  `,
  ),
  // The files of a snapshot.
  ...listed('/api/v1/repositories/{repoID}', 'GET /snapshots/{snapshotID} repository.pull'),
  // For a receiver that was away for longer than three attempts.
  ...listed(
    '/api/v1/organizations/{orgID}/webhooks/{webhookID}',
    `
    POST    /deliveries/{deliveryID}/redeliver  organization.update
  `,
  ),
  // Object storage, where the service is its own.
  ...listed(
    '/storage',
    `
    PUT     /*  signed-upload
    GET     /*  signed-download
  `,
  ),
  // The agent, which a machine needs before it has a credential.
  ...listed('', 'GET /downloads/svc-agent.tgz open'),
  // For monitoring, which the specification leaves to the operator.
  ...listed('', 'GET /metrics monitoring'),
];
