import { organization } from '../endpoint/access.js';
import { json, noFields } from '../endpoint/body.js';
import { endpoint } from '../endpoint/endpoint.js';
import { empty, reply, replyEmpty } from '../endpoint/reply.js';
import { pageQuery } from '../schemas/parameters.js';
import {
  createConnectionOf,
  createStorageConnectionBody,
  storageConnectionReply,
  storageConnectionsReply,
  storageConnectionView,
  updateConnectionOf,
  updateStorageConnectionBody,
} from '../schemas/storage-connection.js';

/** Spec 2.7, 4.7. */
export const storageConnectionEndpoints = [
  endpoint({
    name: 'storage-connections.list',
    summary: "The organization's own buckets, newest first, without their secrets",
    route: 'GET /organizations/{orgID}/storage/connections',
    access: organization('storage.read'),
    query: pageQuery,
    output: { 200: storageConnectionsReply },
    errors: ['unavailable'],
    handle: ({ application, grant, query }) =>
      application.storageConnections
        .list(grant, query)
        .map(({ items, nextCursor }) => reply(200, { connections: items.map(storageConnectionView), next_cursor: nextCursor })),
  }),
  endpoint({
    name: 'storage-connections.create',
    summary: 'Check a bucket and keep how to reach it, whatever the checks have found',
    route: 'POST /organizations/{orgID}/storage/connections',
    access: organization('storage.manage'),
    body: json(createStorageConnectionBody),
    output: { 201: storageConnectionReply },
    errors: [
      'bad_request',
      'not_found',
      'forbidden',
      'quota_exceeded:max_storage_connections',
      'rate_limited:concurrent_checks',
      'unavailable',
    ],
    handle: ({ application, grant, body }) =>
      application.storageConnections
        .create(grant, createConnectionOf(body))
        .map((created) => reply(201, { connection: storageConnectionView(created) })),
  }),
  endpoint({
    name: 'storage-connections.get',
    summary: 'One storage connection',
    route: 'GET /organizations/{orgID}/storage/connections/{connID}',
    access: organization('storage.read'),
    output: { 200: storageConnectionReply },
    errors: ['not_found', 'unavailable'],
    handle: ({ application, grant, params }) =>
      application.storageConnections
        .get(grant, params.connID)
        .map((found) => reply(200, { connection: storageConnectionView(found) })),
  }),
  endpoint({
    name: 'storage-connections.update',
    summary: 'Change a storage connection and check it again; where its bytes lie stays while a repository uses it',
    route: 'PATCH /organizations/{orgID}/storage/connections/{connID}',
    access: organization('storage.manage'),
    body: json(updateStorageConnectionBody),
    output: { 200: storageConnectionReply },
    errors: [
      'bad_request',
      'not_found',
      'forbidden',
      'conflict:in_use',
      'conflict:changed_meanwhile',
      'rate_limited:concurrent_checks',
      'unavailable',
    ],
    handle: ({ application, grant, params, body }) =>
      application.storageConnections
        .update(grant, params.connID, updateConnectionOf(body))
        .map((changed) => reply(200, { connection: storageConnectionView(changed) })),
  }),
  endpoint({
    name: 'storage-connections.test',
    summary: 'Check a bucket again and record what was found',
    route: 'POST /organizations/{orgID}/storage/connections/{connID}/test',
    access: organization('storage.manage'),
    body: noFields(),
    output: { 200: storageConnectionReply },
    errors: [
      'bad_request',
      'not_found',
      'forbidden',
      'conflict:changed_meanwhile',
      'rate_limited:concurrent_checks',
      'unavailable',
    ],
    handle: ({ application, grant, params }) =>
      application.storageConnections
        .test(grant, params.connID)
        .map((tested) => reply(200, { connection: storageConnectionView(tested) })),
  }),
  endpoint({
    name: 'storage-connections.delete',
    summary: 'Forget a bucket that no repository uses; what lies in it stays',
    route: 'DELETE /organizations/{orgID}/storage/connections/{connID}',
    access: organization('storage.manage'),
    output: { 204: empty },
    errors: ['not_found', 'forbidden', 'conflict:in_use', 'unavailable'],
    handle: ({ application, grant, params }) =>
      application.storageConnections.remove(grant, params.connID).map(() => replyEmpty(204)),
  }),
];
