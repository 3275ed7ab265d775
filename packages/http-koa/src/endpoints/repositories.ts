import { okAsync } from 'neverthrow';
import { organization, repository } from '../endpoint/access.js';
import { json } from '../endpoint/body.js';
import { endpoint } from '../endpoint/endpoint.js';
import { empty, reply, replyEmpty } from '../endpoint/reply.js';
import { connectReply, connectView } from '../schemas/connect.js';
import { pageQuery } from '../schemas/parameters.js';
import {
  createRepositoryBody,
  repositoriesReply,
  repositoryReply,
  repositoryUsageReply,
  repositoryUsageView,
  repositoryView,
  repositoryWithPermissionsReply,
  updateRepositoryBody,
} from '../schemas/repository.js';
import { transfersQuery, transfersReply, transferView } from '../schemas/transfer.js';

/** Spec 4.6 and 4.9. */
export const repositoryEndpoints = [
  endpoint({
    name: 'repositories.list',
    summary: "An organization's repositories",
    route: 'GET /organizations/{orgID}/repositories',
    access: organization('repositories.read'),
    query: pageQuery,
    output: { 200: repositoriesReply },
    errors: ['unavailable'],
    handle: ({ application, grant, query }) =>
      application.repositories
        .list(grant, query)
        .map(({ items, nextCursor }) => reply(200, { repositories: items.map(repositoryView), next_cursor: nextCursor })),
  }),
  endpoint({
    name: 'repositories.create',
    summary: 'Create a repository',
    route: 'POST /organizations/{orgID}/repositories',
    access: organization('repositories.create'),
    body: json(createRepositoryBody),
    output: { 201: repositoryReply },
    errors: [
      'bad_request',
      'not_found',
      'forbidden',
      'conflict:duplicate_slug',
      'quota_exceeded:max_repositories',
      'unavailable',
    ],
    handle: ({ application, grant, body }) =>
      application.repositories
        .create(grant, {
          name: body.name,
          slug: body.slug,
          description: body.description,
          visibility: body.visibility,
          storageMode: body.storage_mode,
          storageConnectionId: body.storage_connection_id,
          storageGroupId: body.storage_group_id,
        })
        .map((created) => reply(201, { repository: repositoryView(created) })),
  }),
  endpoint({
    name: 'repositories.get',
    summary: 'One repository, and what the caller may do with it',
    route: 'GET /repositories/{repoID}',
    access: repository('repository.pull'),
    output: { 200: repositoryWithPermissionsReply },
    errors: ['not_found', 'unavailable'],
    handle: ({ application, grant }) =>
      application.repositories
        .get(grant)
        .map((found) => reply(200, { repository: repositoryView(found), permissions: [...grant.held].sort() })),
  }),
  endpoint({
    name: 'repositories.update',
    summary: 'Change name, slug, description, visibility, storage group, deduplication or what becomes of unreachable objects',
    route: 'PATCH /repositories/{repoID}',
    access: repository('repository.update', 'repository.admin'),
    body: json(updateRepositoryBody),
    output: { 200: repositoryReply },
    errors: ['bad_request', 'not_found', 'forbidden', 'conflict:duplicate_slug', 'unavailable'],
    handle: ({ application, grant, body: { storage_group_id, reclaim_unreachable_after_days, ...body } }) =>
      application.repositories
        .update(grant, {
          ...body,
          storageGroupId: storage_group_id,
          reclaimUnreachableAfterDays: reclaim_unreachable_after_days,
        })
        .map((changed) => reply(200, { repository: repositoryView(changed) })),
  }),
  endpoint({
    name: 'repositories.delete',
    summary: 'Delete a repository with its objects',
    route: 'DELETE /repositories/{repoID}',
    access: repository('repository.admin'),
    output: { 204: empty },
    errors: ['not_found', 'forbidden', 'unavailable'],
    handle: ({ application, grant }) => application.repositories.remove(grant).map(() => replyEmpty(204)),
  }),
  endpoint({
    name: 'repositories.usage',
    summary: 'What a repository holds and occupies',
    route: 'GET /repositories/{repoID}/usage',
    access: repository('repository.pull'),
    output: { 200: repositoryUsageReply },
    errors: ['unavailable'],
    handle: ({ application, grant }) =>
      application.repositories.usage(grant).map((usage) => reply(200, { usage: repositoryUsageView(usage) })),
  }),
  endpoint({
    name: 'repositories.transfers',
    summary: 'What clients have reported of their transfers, newest first',
    route: 'GET /repositories/{repoID}/transfers',
    access: repository('repository.pull'),
    query: transfersQuery,
    output: { 200: transfersReply },
    errors: ['unavailable'],
    handle: ({ application, grant, query: { kind, limit, cursor } }) =>
      application.tree
        .listTransfers(grant, { kind, page: { limit, cursor } })
        .map(({ items, nextCursor }) => reply(200, { transfers: items.map(transferView), next_cursor: nextCursor })),
  }),
  endpoint({
    name: 'repositories.connect',
    summary: 'How to set up each client for this repository',
    route: 'GET /repositories/{repoID}/connect',
    access: repository('repository.pull'),
    output: { 200: connectReply },
    errors: [],
    handle: ({ baseUrl, params, agent }) => okAsync(reply(200, connectView(baseUrl, params.repoID, agent))),
  }),
];
