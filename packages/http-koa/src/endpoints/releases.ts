import { repository } from '../endpoint/access.js';
import { json } from '../endpoint/body.js';
import { endpoint } from '../endpoint/endpoint.js';
import { reply } from '../endpoint/reply.js';
import { notIndexed, orNotIndexed } from '../schemas/browsing.js';
import {
  editReleaseBody,
  releaseReply,
  releaseReplyView,
  releasesQuery,
  releasesReply,
  releasesView,
} from '../schemas/release.js';

/** Spec 4.9. */
export const releaseEndpoints = [
  endpoint({
    name: 'releases.list',
    summary: 'The tags of the Git history as releases, the newest first, with their notes and the size of what they publish',
    route: 'GET /repositories/{repoID}/releases',
    access: repository('repository.pull'),
    query: releasesQuery,
    output: { 200: releasesReply },
    errors: ['not_found', 'unavailable'],
    handle: ({ application, grant, query }) =>
      orNotIndexed(application.releases.list(grant, query).map(releasesView), { ...notIndexed, releases: [] }).map((body) =>
        reply(200, body),
      ),
  }),
  endpoint({
    name: 'releases.get',
    summary: 'One release, by the name of its tag',
    route: 'GET /repositories/{repoID}/releases/{tag}',
    access: repository('repository.pull'),
    output: { 200: releaseReply },
    errors: ['not_found', 'not_found:not_indexed', 'not_found:unknown_ref', 'unavailable'],
    handle: ({ application, grant, params }) =>
      application.releases.get(grant, params.tag).map((found) => reply(200, releaseReplyView(found))),
  }),
  endpoint({
    name: 'releases.update',
    summary: 'Write other notes than the message of the tag; they stay until the tag is removed',
    route: 'PATCH /repositories/{repoID}/releases/{tag}',
    access: repository('repository.update'),
    body: json(editReleaseBody),
    output: { 200: releaseReply },
    errors: [
      'bad_request',
      'not_found',
      'not_found:not_indexed',
      'not_found:unknown_ref',
      'forbidden',
      'quota_exceeded:max_git_index_bytes',
      'unavailable',
    ],
    handle: ({ application, grant, params, body }) =>
      application.releases
        .edit(grant, { tag: params.tag, notes: body.notes })
        .map((found) => reply(200, releaseReplyView(found))),
  }),
];
