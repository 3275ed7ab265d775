import { organization, repository } from '../endpoint/access.js';
import { endpoint } from '../endpoint/endpoint.js';
import { reply } from '../endpoint/reply.js';
import { comparisonQuery, comparisonReply, comparisonView } from '../schemas/artifact-comparison.js';
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
  endpoint({
    name: 'artifacts.compare',
    summary: 'Which tensors of a safetensors or GGUF file differ from those of another one, by headers and chunk maps alone',
    route: 'GET /repositories/{repoID}/artifacts/{oid}/compare/{other}',
    access: repository('repository.pull'),
    query: comparisonQuery,
    output: { 200: comparisonReply },
    errors: ['bad_request', 'not_found', 'unavailable', 'unavailable:too_many_downloads'],
    handle: ({ application, grant, params: { oid, other }, query: { status, limit, cursor } }) =>
      application.artifacts
        .compare(grant, { oid, other, status, page: { limit, cursor } })
        .map((comparison) => reply(200, comparisonView(comparison))),
  }),
];
