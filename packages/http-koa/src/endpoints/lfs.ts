import { badRequest, conflict } from '@svc/core/model';
import { errAsync } from 'neverthrow';
import { repository, verifyLink } from '../endpoint/access.js';
import { jsonOrLfs } from '../endpoint/body.js';
import { endpoint } from '../endpoint/endpoint.js';
import { reply } from '../endpoint/reply.js';
import {
  batchReply,
  chosenTransfer,
  downloadBatchView,
  lenientBatchBody,
  lfsUrl,
  strictBatchBody,
  uploadBatchView,
} from '../schemas/lfs-batch.js';
import { repositoryReply, repositoryView } from '../schemas/repository.js';
import { lenientVerifyBody, strictVerifyBody, verifyReply } from '../schemas/lfs-verify.js';

/** Spec 4.12. */
export const lfsEndpoints = [
  endpoint({
    // The LFS URL with names leads here too: clients that were given that one learn the id by which everything else is called.
    name: 'lfs.repository',
    summary: 'The repository of an LFS URL, also of `/{organization}/{repository}.git/info/lfs` at the base URL',
    route: 'GET /repositories/{repoID}/lfs',
    access: repository('repository.pull'),
    output: { 200: repositoryReply },
    errors: ['not_found', 'unavailable'],
    handle: ({ application, grant }) =>
      application.repositories.get(grant).map((found) => reply(200, { repository: repositoryView(found) })),
  }),
  endpoint({
    name: 'lfs.batch',
    summary: 'Git LFS batch: where to get or send each object, by a URL each or through the chunk tree (transfer `svc`)',
    route: 'POST /repositories/{repoID}/lfs/objects/batch',
    access: repository('repository.pull', 'repository.push'),
    body: jsonOrLfs(strictBatchBody, lenientBatchBody),
    output: { 200: batchReply },
    errors: [
      'bad_request',
      'forbidden',
      'not_found',
      'conflict:hash_algorithm',
      'quota_exceeded:storage_quota',
      'quota_exceeded:max_session_objects',
      'unavailable',
    ],
    handle: ({ application, baseUrl, grant, strengthen, params, body, clientSignal }) => {
      if ((body.hash_algo ?? 'sha256') !== 'sha256') return errAsync(conflict('hash_algorithm'));
      const { wellFormed, refused } = body.objects;
      const transfer = chosenTransfer(body);
      const url = lfsUrl(baseUrl, params.repoID);
      if (body.operation === 'download') {
        return application.lfs
          .batchDownload(grant, wellFormed, transfer, clientSignal())
          .map((batch) => reply(200, downloadBatchView(batch, refused, url)));
      }
      const push = strengthen(grant, 'repository.push');
      if (push.isErr()) return errAsync(push.error);
      return application.lfs
        .batchUpload(push.value, wellFormed, transfer)
        .map((batch) => reply(200, uploadBatchView(batch, refused, url)));
    },
  }),
  endpoint({
    // Clients cannot be told to go without a verify action's URL, and the route that the spec leaves unrouted has another path (spec 4.12, 4.14).
    name: 'lfs.verify',
    summary: 'Git LFS verify action: verifies an uploaded object and makes it visible; the batch hands out the URL',
    route: 'POST /repositories/{repoID}/lfs/objects/{oid}/verify',
    access: verifyLink(),
    body: jsonOrLfs(strictVerifyBody, lenientVerifyBody),
    output: { 200: verifyReply },
    errors: [
      'bad_request',
      'not_found',
      'not_found:not_uploaded',
      'forbidden',
      'conflict:size_mismatch',
      'conflict:checksum_mismatch',
      'quota_exceeded:storage_quota',
      'unavailable',
    ],
    handle: ({ application, grant, params, body, clientSignal }) =>
      body.oid === params.oid
        ? application.lfs.verify(grant, body, clientSignal()).map(() => reply(200, {}))
        : errAsync(badRequest('oid', 'contradictory')),
  }),
];
