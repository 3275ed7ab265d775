import { organization, repository } from '../endpoint/access.js';
import { endpoint } from '../endpoint/endpoint.js';
import { reply } from '../endpoint/reply.js';
import {
  referencesQuery,
  referencesReply,
  referencesView,
  sharingQuery,
  sharingReply,
  sharingView,
} from '../schemas/artifact-references.js';
import { comparisonQuery, comparisonReply, comparisonView } from '../schemas/artifact-comparison.js';
import {
  artifactReply,
  artifactsQuery,
  artifactsReply,
  artifactsView,
  explainedArtifactView,
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
    summary: 'One object of a repository, with what keeps it and what shares its chunks',
    route: 'GET /repositories/{repoID}/artifacts/{oid}',
    access: repository('repository.pull'),
    output: { 200: artifactReply },
    errors: ['not_found', 'unavailable'],
    handle: ({ application, grant, params }) =>
      application.artifacts.get(grant, params.oid).map((found) => reply(200, { artifact: explainedArtifactView(found) })),
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
    name: 'artifacts.references',
    summary: 'What keeps an object: branches and tags, the commits that have put it somewhere, open upload sessions, snapshots',
    route: 'GET /repositories/{repoID}/artifacts/{oid}/references',
    access: repository('repository.pull'),
    query: referencesQuery,
    output: { 200: referencesReply },
    errors: ['bad_request', 'not_found', 'unavailable'],
    handle: ({ application, grant, params: { oid }, query: { kind, limit, cursor } }) =>
      application.artifacts
        .references(grant, { oid, kind, page: { limit, cursor } })
        .map((listed) => reply(200, referencesView(listed))),
  }),
  endpoint({
    name: 'artifacts.sharing',
    summary:
      'Objects that have chunks of this one: its other versions, and the newest of the repository; a page may have fewer than its limit',
    route: 'GET /repositories/{repoID}/artifacts/{oid}/sharing',
    access: repository('repository.pull'),
    query: sharingQuery,
    output: { 200: sharingReply },
    errors: ['not_found', 'unavailable'],
    handle: ({ application, grant, params: { oid }, query }) =>
      application.artifacts.sharing(grant, { oid, page: query }).map((page) => reply(200, sharingView(page))),
  }),
  endpoint({
    name: 'artifacts.compare',
    summary: 'Which tensors of a safetensors or GGUF file differ from those of another one, by headers and chunk maps alone',
    route: 'GET /repositories/{repoID}/artifacts/{oid}/compare/{other}',
    access: repository('repository.pull'),
    query: comparisonQuery,
    output: { 200: comparisonReply },
    errors: ['bad_request', 'not_found', 'not_found:damaged', 'unavailable', 'unavailable:too_many_downloads'],
    handle: ({ application, grant, params: { oid, other }, query: { status, limit, cursor } }) =>
      application.artifacts
        .compare(grant, { oid, other, status, page: { limit, cursor } })
        .map((comparison) => reply(200, comparisonView(comparison))),
  }),
];
