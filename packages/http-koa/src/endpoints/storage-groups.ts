import { organization } from '../endpoint/access.js';
import { json } from '../endpoint/body.js';
import { endpoint } from '../endpoint/endpoint.js';
import { empty, reply, replyEmpty } from '../endpoint/reply.js';
import { pageQuery } from '../schemas/parameters.js';
import {
  createStorageGroupBody,
  storageGroupReply,
  storageGroupsReply,
  storageGroupView,
  updateStorageGroupBody,
} from '../schemas/storage-group.js';

/** Spec 4.5. */
export const storageGroupEndpoints = [
  endpoint({
    name: 'storage-groups.list',
    summary: "An organization's storage groups by name",
    route: 'GET /organizations/{orgID}/storage-groups',
    access: organization('storage.read'),
    query: pageQuery,
    output: { 200: storageGroupsReply },
    errors: ['unavailable'],
    handle: ({ application, grant, query }) =>
      application.storageGroups
        .list(grant, query)
        .map(({ items, nextCursor }) => reply(200, { storage_groups: items.map(storageGroupView), next_cursor: nextCursor })),
  }),
  endpoint({
    name: 'storage-groups.create',
    summary: 'Make a group, which repositories join by their `storage_group_id`',
    route: 'POST /organizations/{orgID}/storage-groups',
    access: organization('storage.manage'),
    body: json(createStorageGroupBody),
    output: { 201: storageGroupReply },
    errors: ['not_found', 'forbidden', 'conflict:duplicate_name', 'unavailable'],
    handle: ({ application, grant, body }) =>
      application.storageGroups.create(grant, body).map((created) => reply(201, { storage_group: storageGroupView(created) })),
  }),
  endpoint({
    name: 'storage-groups.get',
    summary: 'One storage group',
    route: 'GET /organizations/{orgID}/storage-groups/{groupID}',
    access: organization('storage.read'),
    output: { 200: storageGroupReply },
    errors: ['not_found', 'unavailable'],
    handle: ({ application, grant, params }) =>
      application.storageGroups.get(grant, params.groupID).map((found) => reply(200, { storage_group: storageGroupView(found) })),
  }),
  endpoint({
    name: 'storage-groups.update',
    summary: 'Rename a storage group or describe it otherwise',
    route: 'PATCH /organizations/{orgID}/storage-groups/{groupID}',
    access: organization('storage.manage'),
    body: json(updateStorageGroupBody),
    output: { 200: storageGroupReply },
    errors: ['not_found', 'forbidden', 'conflict:duplicate_name', 'unavailable'],
    handle: ({ application, grant, params, body }) =>
      application.storageGroups
        .update(grant, params.groupID, body)
        .map((changed) => reply(200, { storage_group: storageGroupView(changed) })),
  }),
  endpoint({
    name: 'storage-groups.delete',
    summary: 'Remove a storage group; its repositories and their data stay',
    route: 'DELETE /organizations/{orgID}/storage-groups/{groupID}',
    access: organization('storage.manage'),
    output: { 204: empty },
    errors: ['not_found', 'forbidden', 'unavailable'],
    handle: ({ application, grant, params }) =>
      application.storageGroups.remove(grant, params.groupID).map(() => replyEmpty(204)),
  }),
];
