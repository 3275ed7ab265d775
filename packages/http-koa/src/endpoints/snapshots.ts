import { repository } from '../endpoint/access.js';
import { json } from '../endpoint/body.js';
import { endpoint } from '../endpoint/endpoint.js';
import { reply } from '../endpoint/reply.js';
import { idempotencyHeaders, pageQuery } from '../schemas/parameters.js';
import {
  createSnapshotBody,
  shownSnapshotReply,
  shownSnapshotView,
  snapshotFilesQuery,
  snapshotReply,
  snapshotsReply,
  snapshotView,
} from '../schemas/snapshot.js';

/** Spec 4.9. */
export const snapshotEndpoints = [
  endpoint({
    name: 'snapshots.list',
    summary: 'The snapshots of the repository, the newest first',
    route: 'GET /repositories/{repoID}/snapshots',
    access: repository('repository.pull'),
    query: pageQuery,
    output: { 200: snapshotsReply },
    errors: ['unavailable'],
    handle: ({ application, grant, query }) =>
      application.snapshots
        .list(grant, query)
        .map(({ items, nextCursor }) => reply(200, { snapshots: items.map(snapshotView), next_cursor: nextCursor })),
  }),
  endpoint({
    name: 'snapshots.create',
    summary: 'Keep the files of a commit under a name, for ever; the same Idempotency-Key finds the same snapshot',
    route: 'POST /repositories/{repoID}/snapshots',
    access: repository('repository.push'),
    headers: idempotencyHeaders,
    body: json(createSnapshotBody),
    output: { 200: snapshotReply, 201: snapshotReply },
    errors: [
      'bad_request',
      'not_found',
      'not_found:unknown_ref',
      'forbidden',
      'conflict:not_indexed',
      'conflict:duplicate_name',
      'conflict:idempotency_key_reused',
      'quota_exceeded:max_snapshots',
      'quota_exceeded:max_snapshot_files',
      'unavailable',
    ],
    handle: ({ application, grant, headers, body }) =>
      application.snapshots
        .create(grant, {
          name: body.name,
          ref: body.ref,
          note: body.note,
          idempotencyKey: headers['idempotency-key'],
        })
        .map(({ snapshot, replayed }) => {
          const view = { snapshot: snapshotView(snapshot) };
          return replayed ? reply(200, view) : reply(201, view);
        }),
  }),
  endpoint({
    name: 'snapshots.get',
    summary: 'One snapshot, with a page of its files',
    route: 'GET /repositories/{repoID}/snapshots/{snapshotID}',
    access: repository('repository.pull'),
    query: snapshotFilesQuery,
    output: { 200: shownSnapshotReply },
    errors: ['not_found', 'bad_request', 'unavailable'],
    handle: ({ application, grant, params, query }) =>
      application.snapshots
        .get(grant, { snapshotId: params.snapshotID, page: query })
        .map((shown) => reply(200, shownSnapshotView(shown))),
  }),
];
