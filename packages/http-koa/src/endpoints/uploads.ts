import { repository } from '../endpoint/access.js';
import { json, noFields, optionalJson } from '../endpoint/body.js';
import { endpoint } from '../endpoint/endpoint.js';
import { empty, reply, replyEmpty } from '../endpoint/reply.js';
import { idempotencyHeaders } from '../schemas/parameters.js';
import {
  presignPartsBody,
  partAuthorizationsReply,
  partAuthorizationView,
  multipartUploadReply,
  multipartUploadView,
} from '../schemas/upload-parts.js';
import {
  authorizeUploadsBody,
  completeUploadBody,
  finalizedSessionReply,
  openUploadBody,
  uploadAuthorizationsReply,
  uploadAuthorizationView,
  uploadSessionReply,
  uploadSessionsReply,
  uploadSessionView,
} from '../schemas/upload.js';

/** Spec 4.11. */
export const uploadEndpoints = [
  endpoint({
    name: 'uploads.open',
    summary: 'Open an upload session; the same Idempotency-Key returns the same session',
    route: 'POST /repositories/{repoID}/uploads',
    access: repository('repository.push'),
    headers: idempotencyHeaders,
    body: optionalJson(openUploadBody),
    output: { 200: uploadSessionReply, 201: uploadSessionReply },
    errors: ['not_found', 'forbidden', 'conflict:idempotency_key_reused', 'rate_limited:concurrent_uploads', 'unavailable'],
    handle: ({ application, grant, headers, body }) =>
      application.uploads
        .open(grant, { expectedObjects: body.expected_objects, idempotencyKey: headers['idempotency-key'] })
        .map(({ session, replayed }) => {
          const view = { session: uploadSessionView(session) };
          return replayed ? reply(200, view) : reply(201, view);
        }),
  }),
  endpoint({
    name: 'uploads.list',
    summary: "List the open upload sessions: one's own, or all for who may administer the repository",
    route: 'GET /repositories/{repoID}/uploads',
    access: repository('repository.push'),
    output: { 200: uploadSessionsReply },
    errors: ['not_found', 'unavailable'],
    handle: ({ application, grant }) =>
      application.uploads.list(grant).map((sessions) => reply(200, { sessions: sessions.map(uploadSessionView) })),
  }),
  endpoint({
    name: 'uploads.abort',
    summary:
      'Give an upload session up: its reservation ends; what its URLs may have brought counts as reclaimable until it is removed',
    route: 'DELETE /repositories/{repoID}/uploads/{sessionID}',
    access: repository('repository.push'),
    output: { 204: empty },
    errors: ['not_found', 'forbidden', 'conflict:session_finalized', 'unavailable'],
    handle: ({ application, grant, params }) =>
      application.uploads.abort(grant, { sessionId: params.sessionID }).map(() => replyEmpty(204)),
  }),
  endpoint({
    name: 'uploads.authorize',
    summary:
      'Get an upload URL for each object; one that is larger than a URL takes comes in `parts`, and one that is `stored` already needs no upload',
    route: 'POST /repositories/{repoID}/uploads/{sessionID}/objects',
    access: repository('repository.push'),
    body: json(authorizeUploadsBody),
    output: { 200: uploadAuthorizationsReply },
    errors: [
      'bad_request',
      'not_found',
      'forbidden',
      'conflict:session_expired',
      'conflict:session_aborted',
      'conflict:session_finalized',
      'conflict:size_mismatch',
      'quota_exceeded:max_object_size',
      'quota_exceeded:storage_quota',
      'quota_exceeded:max_session_objects',
      'unavailable',
    ],
    handle: ({ application, grant, params, body }) =>
      application.uploads
        .authorize(grant, {
          sessionId: params.sessionID,
          objects: body.objects.map(({ oid, size, name }) => ({ oid, sizeBytes: size, name })),
        })
        .map((objects) => reply(200, { objects: objects.map(uploadAuthorizationView) })),
  }),
  endpoint({
    name: 'uploads.presignParts',
    summary: 'Get upload URLs for parts of an object; parts may be sent in any order, at the same time and again',
    route: 'POST /repositories/{repoID}/uploads/{sessionID}/objects/{oid}/parts',
    access: repository('repository.push'),
    body: json(presignPartsBody),
    output: { 200: partAuthorizationsReply },
    errors: [
      'bad_request',
      'not_found',
      'forbidden',
      'conflict:session_expired',
      'conflict:session_aborted',
      'conflict:session_finalized',
      'conflict:object_completed',
      'unavailable',
    ],
    handle: ({ application, grant, params, body }) =>
      application.uploads
        .presignParts(grant, { sessionId: params.sessionID, oid: params.oid, partNumbers: body.part_numbers })
        .map((parts) => reply(200, { parts: parts.map(partAuthorizationView) })),
  }),
  endpoint({
    name: 'uploads.listParts',
    summary: 'See which parts of an object have arrived, to go on with an upload that was interrupted',
    route: 'GET /repositories/{repoID}/uploads/{sessionID}/objects/{oid}/parts',
    access: repository('repository.push'),
    output: { 200: multipartUploadReply },
    errors: [
      'bad_request',
      'not_found',
      'conflict:session_expired',
      'conflict:session_aborted',
      'conflict:session_finalized',
      'unavailable',
    ],
    handle: ({ application, grant, params }) =>
      application.uploads
        .listParts(grant, { sessionId: params.sessionID, oid: params.oid })
        .map((upload) => reply(200, multipartUploadView(upload))),
  }),
  endpoint({
    name: 'uploads.complete',
    summary:
      'Say that the bytes of an object are there; they are verified and counted. 503 with the reason `verification_pending`: ask again',
    route: 'POST /repositories/{repoID}/uploads/{sessionID}/objects/{oid}/complete',
    access: repository('repository.push'),
    body: json(completeUploadBody),
    output: { 204: empty },
    errors: [
      'not_found',
      'forbidden',
      'conflict:session_expired',
      'conflict:session_aborted',
      'conflict:session_finalized',
      'conflict:not_uploaded',
      'conflict:size_mismatch',
      'conflict:checksum_mismatch',
      'unavailable',
      'unavailable:verification_pending',
    ],
    handle: ({ application, grant, params, body }) =>
      application.uploads
        .complete(grant, { sessionId: params.sessionID, oid: params.oid, sizeBytes: body.size })
        .map(() => replyEmpty(204)),
  }),
  endpoint({
    name: 'uploads.finalize',
    summary: "Make the session's completed objects visible",
    route: 'POST /repositories/{repoID}/uploads/{sessionID}/finalize',
    access: repository('repository.push'),
    headers: idempotencyHeaders,
    body: noFields(),
    output: { 200: finalizedSessionReply },
    errors: ['not_found', 'forbidden', 'conflict:session_expired', 'conflict:session_aborted', 'unavailable'],
    handle: ({ application, grant, params }) =>
      application.uploads
        .finalize(grant, { sessionId: params.sessionID })
        .map(({ session, generation }) => reply(200, { session: uploadSessionView(session), generation })),
  }),
];
