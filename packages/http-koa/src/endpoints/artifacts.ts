import { organization, repository } from '../endpoint/access.js';
import { endpoint } from '../endpoint/endpoint.js';
import { reply } from '../endpoint/reply.js';
import {
  artifactDetailView,
  artifactReply,
  artifactsQuery,
  artifactsReply,
  artifactsView,
  timelineQuery,
  timelineReply,
  timelineView,
} from '../schemas/artifact.js';

/** Spec 4.4, 4.9. */
export const artifactEndpoints = [
  endpoint({
    name: 'artifacts.list',
    summary: "The objects of all of an organization's repositories, by type and part of the name, in one of four orders",
    route: 'GET /organizations/{orgID}/artifacts',
    access: organization('repositories.read'),
    query: artifactsQuery,
    output: { 200: artifactsReply },
    errors: ['bad_request', 'unavailable'],
    handle: ({ application, grant, query: { repo, q, ...rest } }) =>
      application.artifacts
        .list(grant, { ...rest, repositoryId: repo, namePart: q })
        .map((listed) => reply(200, artifactsView(listed))),
  }),
  endpoint({
    name: 'artifacts.get',
    summary: 'One object of a repository',
    route: 'GET /repositories/{repoID}/artifacts/{oid}',
    access: repository('repository.pull'),
    output: { 200: artifactReply },
    errors: ['not_found', 'unavailable'],
    handle: ({ application, grant, params }) =>
      application.artifacts.get(grant, params.oid).map((found) => reply(200, { artifact: artifactDetailView(found) })),
  }),
  endpoint({
    name: 'artifacts.timeline',
    summary: 'The versions of an object, which are those of its name, newest first',
    route: 'GET /repositories/{repoID}/artifacts/{oid}/timeline',
    access: repository('repository.pull'),
    query: timelineQuery,
    output: { 200: timelineReply },
    errors: ['not_found', 'unavailable'],
    handle: ({ application, grant, params, query }) =>
      application.artifacts.timeline(grant, params.oid, query).map((timeline) => reply(200, timelineView(timeline))),
  }),
];
