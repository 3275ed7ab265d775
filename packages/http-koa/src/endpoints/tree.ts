import { repository } from '../endpoint/access.js';
import { bytes, jsonOrLfs } from '../endpoint/body.js';
import { endpoint } from '../endpoint/endpoint.js';
import { byteRange, empty, reply, replyEmpty } from '../endpoint/reply.js';
import { lenientTransferBody, statsOf, strictTransferBody, transferReply } from '../schemas/transfer.js';
import {
  convertReply,
  declareReply,
  finalizeReply,
  finalizeRequest,
  finalizeView,
  lenientConvertBody,
  lenientDeclareBody,
  lenientFinalizeBody,
  lenientLookUpBody,
  lookUpReply,
  lookUpView,
  plainBodyHeaders,
  strictConvertBody,
  strictDeclareBody,
  strictFinalizeBody,
  strictLookUpBody,
  treeFileSource,
} from '../schemas/tree.js';

/** Spec 4.13. Whatever has a path of its own below `lfs` is no file of the tree. */
export const treeEndpoints = [
  endpoint({
    name: 'tree.get',
    summary: 'Get a file of the chunk tree, or a range of it',
    route: 'GET /repositories/{repoID}/lfs/*',
    access: repository('repository.pull'),
    output: { 200: byteRange },
    errors: ['not_found', 'not_found:damaged', 'unavailable'],
    handle: ({ application, grant, params }) =>
      application.tree.read(grant, params.path).map((file) => reply(200, treeFileSource(params.path, file))),
  }),
  endpoint({
    name: 'tree.head',
    summary: 'Whether a file of the chunk tree is there, and its size',
    route: 'HEAD /repositories/{repoID}/lfs/*',
    access: repository('repository.pull'),
    output: { 200: byteRange },
    errors: ['not_found', 'not_found:damaged', 'unavailable'],
    handle: ({ application, grant, params }) =>
      application.tree.read(grant, params.path).map((file) => reply(200, treeFileSource(params.path, file))),
  }),
  endpoint({
    name: 'tree.put',
    summary: 'Store a file of the chunk tree; one that is named by its bytes is checked while it comes, and never changes',
    route: 'PUT /repositories/{repoID}/lfs/*',
    access: repository('repository.push'),
    headers: plainBodyHeaders,
    body: bytes(),
    output: { 201: empty },
    errors: [
      'bad_request',
      'body_incomplete',
      'payload_too_large',
      'not_found',
      'forbidden',
      'conflict:directory_file_conflict',
      'conflict:manifest_frozen',
      'quota_exceeded:storage_quota',
      'quota_exceeded:max_tree_files',
      'rate_limited:concurrent_writes',
      'rate_limited:unfinished_bytes',
      'unavailable',
    ],
    handle: ({ application, grant, params, body }) =>
      application.tree
        .receive(grant, params.path, { declaredBytes: body.declaredBytes, bytes: body.chunks })
        .map(() => replyEmpty(201)),
  }),
  endpoint({
    name: 'tree.lookUp',
    summary: 'Which chunks the repository has, and where; which sizes its objects have',
    route: 'POST /repositories/{repoID}/lfs/objects/chunks',
    access: repository('repository.pull'),
    body: jsonOrLfs(strictLookUpBody, lenientLookUpBody),
    output: { 200: lookUpReply },
    errors: ['unavailable'],
    handle: ({ application, grant, body }) =>
      application.tree.lookUp(grant, body).map((found) => reply(200, lookUpView(body, found))),
  }),
  endpoint({
    name: 'tree.declare',
    summary: 'Tell of chunks of an object that is still being sent, so that its verification begins; nothing depends on it',
    route: 'POST /repositories/{repoID}/lfs/objects/announce',
    access: repository('repository.push'),
    body: jsonOrLfs(strictDeclareBody, lenientDeclareBody),
    output: { 200: declareReply },
    errors: [],
    handle: ({ application, grant, body }) =>
      application.tree.declare(grant, body).map(({ verifying }) => reply(200, { proving: verifying })),
  }),
  endpoint({
    name: 'tree.convert',
    summary: 'Ask for a whole object in chunks before another version of it is pushed, and how it lies',
    route: 'POST /repositories/{repoID}/lfs/objects/convert',
    access: repository('repository.push'),
    body: jsonOrLfs(strictConvertBody, lenientConvertBody),
    output: { 200: convertReply },
    errors: ['not_found', 'forbidden', 'unavailable'],
    handle: ({ application, grant, body: { oid, chunks }, clientSignal }) =>
      application.tree.requestConversion(grant, { oid, names: chunks }, clientSignal()).map((state) => reply(200, { state })),
  }),
  endpoint({
    name: 'tree.finalize',
    summary: 'Verify objects from the bytes of the chunk tree, and make them visible: none of them when one is refused',
    route: 'POST /repositories/{repoID}/lfs/finalize',
    access: repository('repository.push'),
    body: jsonOrLfs(strictFinalizeBody, lenientFinalizeBody),
    output: { 200: finalizeReply },
    errors: [
      'bad_request',
      'payload_too_large',
      'not_found',
      'forbidden',
      'conflict:size_mismatch',
      'conflict:not_uploaded',
      'conflict:manifest_invalid',
      'conflict:pack_invalid',
      'conflict:chunks_gone',
      'conflict:checksum_mismatch',
      'quota_exceeded:max_object_size',
      'quota_exceeded:storage_quota',
      'quota_exceeded:max_tree_files',
      'rate_limited:concurrent_writes',
      'rate_limited:unfinished_bytes',
      'unavailable',
    ],
    handle: ({ application, grant, body, clientSignal }) =>
      application.tree
        .finalize(grant, finalizeRequest(body), clientSignal())
        .map((finalized) => reply(200, finalizeView(finalized))),
  }),
  endpoint({
    name: 'transfers.report',
    summary: "Report a transfer's counters, for statistics alone",
    route: 'POST /repositories/{repoID}/lfs/transfers',
    access: repository('repository.pull', 'repository.push'),
    body: jsonOrLfs(strictTransferBody, lenientTransferBody),
    output: { 201: transferReply },
    errors: ['not_found', 'forbidden', 'unavailable'],
    handle: ({ application, grant, body: { kind, ...counters } }) =>
      application.tree.recordTransfer(grant, { kind, stats: statsOf(counters) }).map(() => reply(201, {})),
  }),
];
