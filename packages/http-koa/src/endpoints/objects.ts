import { repository } from '../endpoint/access.js';
import { noFields } from '../endpoint/body.js';
import { endpoint } from '../endpoint/endpoint.js';
import { empty, reply, replyEmpty } from '../endpoint/reply.js';
import { objectsQuery, objectsReply, objectView } from '../schemas/object.js';
import { pageQuery } from '../schemas/parameters.js';
import { removedObjectsReply, removedObjectView, removeObjectQuery, restoredObjectReply } from '../schemas/removed-object.js';

/** Spec 4.9, and what takes objects out of every answer and back. */
export const objectEndpoints = [
  endpoint({
    name: 'repositories.objects',
    summary: "A repository's objects, newest or largest first",
    route: 'GET /repositories/{repoID}/objects',
    access: repository('repository.pull'),
    query: objectsQuery,
    output: { 200: objectsReply },
    errors: ['unavailable'],
    handle: ({ application, grant, query: { sort, limit, cursor } }) =>
      application.objects
        .list(grant, { sort, page: { limit, cursor } })
        .map(({ items, nextCursor }) => reply(200, { objects: items.map(objectView), next_cursor: nextCursor })),
  }),
  endpoint({
    name: 'objects.remove',
    summary: 'Take an object out of every answer; until its grace is over it can be restored, and its bytes count',
    route: 'DELETE /repositories/{repoID}/objects/{oid}',
    access: repository('repository.admin'),
    query: removeObjectQuery,
    output: { 204: empty },
    errors: ['not_found', 'forbidden', 'conflict:object_kept', 'unavailable'],
    handle: ({ application, grant, params: { oid }, query: { force } }) =>
      application.objects.remove(grant, { oid, isForced: force }).map(() => replyEmpty(204)),
  }),
  endpoint({
    name: 'objects.listRemoved',
    summary: 'The removed objects that can be restored, the one that was removed last first',
    route: 'GET /repositories/{repoID}/removed-objects',
    access: repository('repository.admin'),
    query: pageQuery,
    output: { 200: removedObjectsReply },
    errors: ['unavailable'],
    handle: ({ application, grant, query }) =>
      application.objects
        .listRemoved(grant, query)
        .map(({ items, nextCursor }) => reply(200, { removed_objects: items.map(removedObjectView), next_cursor: nextCursor })),
  }),
  endpoint({
    name: 'objects.restore',
    summary: 'Bring a removed object back as it was',
    route: 'POST /repositories/{repoID}/removed-objects/{oid}/restore',
    access: repository('repository.admin'),
    body: noFields(),
    output: { 200: restoredObjectReply },
    errors: ['not_found', 'forbidden', 'conflict:object_gone', 'unavailable'],
    handle: ({ application, grant, params: { oid } }) =>
      application.objects.restore(grant, oid).map((restored) => reply(200, { object: objectView(restored) })),
  }),
];
