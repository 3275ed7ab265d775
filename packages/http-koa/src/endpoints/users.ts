import { session, signedIn } from '../endpoint/access.js';
import { json, noFields } from '../endpoint/body.js';
import { endpoint } from '../endpoint/endpoint.js';
import { empty, reply, replyEmpty } from '../endpoint/reply.js';
import { pageQuery } from '../schemas/parameters.js';
import { sharedRepositoriesReply, sharedRepositoryView } from '../schemas/repository.js';
import {
  listedSessionView,
  meReply,
  meView,
  sessionReply,
  sessionsReply,
  sessionView,
  updateUserBody,
  userReply,
  userView,
} from '../schemas/user.js';

/** Spec 4.2. */
export const userEndpoints = [
  endpoint({
    name: 'users.me',
    summary: 'Who the credential belongs to and what kind it is, with the organizations and roles that it sees',
    route: 'GET /users/me',
    access: signedIn(),
    output: { 200: meReply },
    errors: ['unavailable'],
    handle: ({ application, grant }) => application.users.me(grant).map((me) => reply(200, meView(me, grant.caller.credential))),
  }),
  endpoint({
    name: 'users.rename',
    summary: "Change the caller's display name",
    route: 'PATCH /users/me',
    access: session(),
    body: json(updateUserBody),
    output: { 200: userReply },
    errors: ['bad_request', 'forbidden', 'unavailable'],
    handle: ({ application, grant, body }) =>
      application.users.rename(grant, body).map((user) => reply(200, { user: userView(user) })),
  }),
  endpoint({
    name: 'users.sharedRepositories',
    summary: 'Repositories of other organizations on which the caller has a level, the last one first',
    route: 'GET /users/me/shared-repositories',
    access: session(),
    query: pageQuery,
    output: { 200: sharedRepositoriesReply },
    errors: ['forbidden', 'unavailable'],
    handle: ({ application, grant, query }) =>
      application.repositories
        .listShared(grant, query)
        .map(({ items, nextCursor }) => reply(200, { repositories: items.map(sharedRepositoryView), next_cursor: nextCursor })),
  }),
  endpoint({
    name: 'sessions.list',
    summary: "The caller's sessions, the newest first",
    route: 'GET /users/me/sessions',
    access: session(),
    query: pageQuery,
    output: { 200: sessionsReply },
    errors: ['forbidden', 'unavailable'],
    handle: ({ application, grant, query }) =>
      application.users
        .listSessions(grant, query)
        .map(({ items, nextCursor }) => reply(200, { sessions: items.map(listedSessionView), next_cursor: nextCursor })),
  }),
  endpoint({
    name: 'sessions.endOthers',
    summary: 'Log out everywhere else: ends all sessions of the caller but the one of the request',
    route: 'DELETE /users/me/sessions',
    access: session(),
    output: { 204: empty },
    errors: ['forbidden', 'unavailable'],
    handle: ({ application, grant }) => application.users.endOtherSessions(grant).map(() => replyEmpty(204)),
  }),
  endpoint({
    name: 'sessions.end',
    summary: 'Log out: ends one session of the caller, also the one of the request',
    route: 'DELETE /users/me/sessions/{userSessionID}',
    access: session(),
    output: { 204: empty },
    errors: ['not_found', 'forbidden', 'unavailable'],
    handle: ({ application, grant, params }) =>
      application.users.endSession(grant, params.userSessionID).map(() => replyEmpty(204)),
  }),
  endpoint({
    name: 'auth.session',
    summary: 'Exchange a sign-in for a session of the service',
    route: 'POST /auth/session',
    access: session(),
    body: noFields(),
    output: { 201: sessionReply },
    errors: ['forbidden', 'unavailable'],
    handle: ({ application, grant }) => application.users.exchangeSession(grant).map((issued) => reply(201, sessionView(issued))),
  }),
];
