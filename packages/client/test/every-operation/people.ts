import { type Calls, nobody } from './scene.js';

const organization = '/api/v1/organizations/{orgID}';
const repository = '/api/v1/repositories/{repoID}';

export const ofPeople = {
  'users.me': [200, ({ owner }) => owner.api.GET('/api/v1/users/me')],
  'users.rename': [200, ({ owner }) => owner.api.PATCH('/api/v1/users/me', { body: { name: 'Ada' } })],
  'users.sharedRepositories': [
    200,
    ({ owner }) => owner.api.GET('/api/v1/users/me/shared-repositories', { params: { query: { limit: 5 } } }),
  ],
  'sessions.list': [200, ({ owner }) => owner.api.GET('/api/v1/users/me/sessions', { params: { query: { limit: 5 } } })],
  'sessions.end': [
    404,
    ({ owner }) => owner.api.DELETE('/api/v1/users/me/sessions/{userSessionID}', { params: { path: { userSessionID: nobody } } }),
  ],
  'sessions.endOthers': [204, ({ owner }) => owner.api.DELETE('/api/v1/users/me/sessions')],
  'auth.session': [201, ({ owner }) => owner.api.POST('/api/v1/auth/session', { body: {} })],
  'members.list': [
    200,
    ({ owner, orgID }) => owner.api.GET(`${organization}/members`, { params: { path: { orgID }, query: { limit: 5 } } }),
  ],
  'invitations.create': [
    201,
    (scene) =>
      scene.owner.api
        .POST(`${organization}/invitations`, {
          params: { path: { orgID: scene.orgID } },
          body: { email: scene.guestEmail, role: 'DEVELOPER' },
        })
        .map((answer) => {
          scene.invID = answer.data.invitation.id;
          return answer;
        }),
  ],
  'invitations.list': [200, ({ owner, orgID }) => owner.api.GET(`${organization}/invitations`, { params: { path: { orgID } } })],
  'invitations.renew': [
    200,
    ({ owner, orgID, invID }) =>
      owner.api.POST(`${organization}/invitations/{invID}/link`, { params: { path: { orgID, invID } } }),
  ],
  'invitations.mine': [200, ({ guest }) => guest.api.GET('/api/v1/users/me/invitations')],
  'invitations.acceptByLink': [404, ({ guest }) => guest.api.POST('/api/v1/invitations/accept', { body: { token: 'none' } })],
  'invitations.acceptById': [
    200,
    ({ guest, invID }) => guest.api.POST('/api/v1/invitations/{invID}/accept', { params: { path: { invID } } }),
  ],
  'invitations.revoke': [
    404,
    ({ owner, orgID }) => owner.api.DELETE(`${organization}/invitations/{invID}`, { params: { path: { orgID, invID: nobody } } }),
  ],
  'members.changeRole': [
    200,
    ({ owner, orgID, guestId }) =>
      owner.api.PATCH(`${organization}/members/{userID}`, {
        params: { path: { orgID, userID: guestId } },
        body: { role: 'ADMIN' },
      }),
  ],
  'repositoryMembers.set': [
    201,
    ({ owner, repoID, guestId }) =>
      owner.api.POST(`${repository}/members`, { params: { path: { repoID } }, body: { user_id: guestId, level: 'WRITE' } }),
  ],
  'repositoryMembers.list': [
    200,
    ({ owner, repoID }) => owner.api.GET(`${repository}/members`, { params: { path: { repoID } } }),
  ],
  'repositoryMembers.remove': [
    204,
    ({ owner, repoID, guestId }) =>
      owner.api.DELETE(`${repository}/members/{userID}`, { params: { path: { repoID, userID: guestId } } }),
  ],
  'members.leave': [204, ({ guest, orgID }) => guest.api.POST(`${organization}/leave`, { params: { path: { orgID } } })],
  'members.remove': [
    404,
    ({ owner, orgID, guestId }) =>
      owner.api.DELETE(`${organization}/members/{userID}`, { params: { path: { orgID, userID: guestId } } }),
  ],
  'repositoryInvitations.create': [
    201,
    ({ owner, repoID, guestEmail }) =>
      owner.api.POST(`${repository}/invitations`, {
        params: { path: { repoID } },
        body: { email: `new.${guestEmail}`, level: 'READ' },
      }),
  ],
  'repositoryInvitations.list': [
    200,
    ({ owner, repoID }) => owner.api.GET(`${repository}/invitations`, { params: { path: { repoID } } }),
  ],
  'repositoryInvitations.revoke': [
    404,
    ({ owner, repoID }) => owner.api.DELETE(`${repository}/invitations/{invID}`, { params: { path: { repoID, invID: nobody } } }),
  ],
  'notifications.list': [200, ({ owner }) => owner.api.GET('/api/v1/notifications', { params: { query: { unread: true } } })],
  'notifications.read': [
    404,
    ({ owner }) => owner.api.POST('/api/v1/notifications/{id}/read', { params: { path: { id: nobody } } }),
  ],
  'tokens.create': [
    201,
    ({ owner, orgID }) =>
      owner.api.POST(`${organization}/tokens`, { params: { path: { orgID } }, body: { name: 'ci', scopes: ['repo:read'] } }),
  ],
  'tokens.list': [200, ({ owner, orgID }) => owner.api.GET(`${organization}/tokens`, { params: { path: { orgID } } })],
  'tokens.revoke': [
    404,
    ({ owner, orgID }) => owner.api.DELETE(`${organization}/tokens/{tokenID}`, { params: { path: { orgID, tokenID: nobody } } }),
  ],
} satisfies Calls;
