import { type IndexSessionId, trusted } from '@svc/core/model';
import { repository } from '../endpoint/access.js';
import { json } from '../endpoint/body.js';
import { endpoint } from '../endpoint/endpoint.js';
import { reply } from '../endpoint/reply.js';
import {
  describedObjects,
  finalizedIndexReply,
  finalizedIndexView,
  finalizeIndexBody,
  finalizeRequest,
  indexSessionReply,
  indexSessionView,
  indexStateReply,
  indexStateView,
  openIndexBody,
  sentCommits,
  sentTrees,
  stateQuery,
  takeCommitsBody,
  takenCommitsReply,
  takenCommitsView,
  takenTreesReply,
  takenTreesView,
  takeTreesBody,
} from '../schemas/git-index.js';

/** A path names both kinds of sessions by the same parameter. */
const indexSession = (sessionId: string): IndexSessionId => trusted<IndexSessionId>(sessionId);

/** Spec 4.10. */
export const gitIndexEndpoints = [
  endpoint({
    name: 'index.state',
    summary: 'See how far the Git index has come, and a page of its branches and tags',
    route: 'GET /repositories/{repoID}/index/state',
    access: repository('repository.push'),
    query: stateQuery,
    output: { 200: indexStateReply },
    errors: ['not_found', 'unavailable'],
    handle: ({ application, grant, query }) =>
      application.gitIndex.state(grant, query).map((state) => reply(200, indexStateView(state))),
  }),
  endpoint({
    name: 'index.open',
    summary: 'Open an upload to the Git index; it lasts for a day',
    route: 'POST /repositories/{repoID}/index/sessions',
    access: repository('repository.push'),
    body: json(openIndexBody),
    output: { 201: indexSessionReply },
    errors: ['not_found', 'forbidden', 'conflict:object_format', 'unavailable'],
    handle: ({ application, grant, body }) =>
      application.gitIndex
        .open(grant, { objectFormat: body.object_format })
        .map((session) => reply(201, indexSessionView(session))),
  }),
  endpoint({
    name: 'index.commits',
    summary: 'Send commits, parents before their children; those that the index has are passed over',
    route: 'POST /repositories/{repoID}/index/sessions/{sessionID}/commits',
    access: repository('repository.push'),
    body: json(takeCommitsBody),
    output: { 200: takenCommitsReply },
    errors: [
      'bad_request',
      'not_found',
      'forbidden',
      'conflict:session_expired',
      'conflict:session_finalized',
      'quota_exceeded:max_git_commits',
      'quota_exceeded:max_git_index_bytes',
      'unavailable',
    ],
    handle: ({ application, grant, params, body }) =>
      application.gitIndex
        .takeCommits(grant, { sessionId: indexSession(params.sessionID), commits: sentCommits(body) })
        .map((taken) => reply(200, takenCommitsView(taken))),
  }),
  endpoint({
    name: 'index.tree',
    summary: 'Send what commits change, in as many parts as it takes; a commit is indexed with its last part',
    route: 'POST /repositories/{repoID}/index/sessions/{sessionID}/tree',
    access: repository('repository.push'),
    body: json(takeTreesBody),
    output: { 200: takenTreesReply },
    errors: [
      'bad_request',
      'not_found',
      'forbidden',
      'conflict:session_expired',
      'conflict:session_finalized',
      'quota_exceeded:max_git_index_bytes',
      'unavailable',
    ],
    handle: ({ application, grant, params, body }) =>
      application.gitIndex
        .takeTrees(grant, {
          sessionId: indexSession(params.sessionID),
          objects: describedObjects(body),
          trees: sentTrees(body),
          contents: body.contents,
        })
        .map((taken) => reply(200, takenTreesView(taken))),
  }),
  endpoint({
    name: 'index.finalize',
    summary: 'Move branches and tags, all of them or none, and make what they reach visible; again it answers the same',
    route: 'POST /repositories/{repoID}/index/sessions/{sessionID}/finalize',
    access: repository('repository.push'),
    body: json(finalizeIndexBody),
    output: { 200: finalizedIndexReply },
    errors: [
      'bad_request',
      'not_found',
      'forbidden',
      'conflict:session_expired',
      'conflict:index_moved',
      'conflict:ref_moved',
      'quota_exceeded:max_git_refs',
      'quota_exceeded:max_git_index_bytes',
      'unavailable',
    ],
    handle: ({ application, grant, params, body }) =>
      application.gitIndex
        .finalize(grant, { sessionId: indexSession(params.sessionID), ...finalizeRequest(body) })
        .map((outcome) => reply(200, finalizedIndexView(outcome))),
  }),
];
