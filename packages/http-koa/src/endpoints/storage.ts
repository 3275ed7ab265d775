import { attachmentNamed } from '@svc/core';
import { oidOfObjectKey, parseAssembledKey } from '@svc/core/model';
import { signedDownload, signedUpload } from '../endpoint/access.js';
import { bytes } from '../endpoint/body.js';
import { endpoint } from '../endpoint/endpoint.js';
import { byteRange, empty, reply, replyEmpty } from '../endpoint/reply.js';

/** Where signed URLs lead when the service keeps the bytes itself. They are no part of the API: no token, no rate limit, no version. */
export const storageEndpoints = [
  endpoint({
    name: 'storage.upload',
    summary: 'Send the bytes of an object to its upload URL',
    route: 'PUT /storage/*',
    base: 'root',
    access: signedUpload(),
    body: bytes(),
    output: { 200: empty },
    errors: [
      'bad_request',
      'body_incomplete',
      'not_found',
      'quota_exceeded:storage_quota',
      'rate_limited:concurrent_writes',
      'rate_limited:unfinished_bytes',
      'unavailable',
    ],
    handle: ({ application, grant, body }) =>
      application.signedTransfers
        .receive(grant, { declaredBytes: body.declaredBytes, bytes: body.chunks })
        .map(() => replyEmpty(200)),
  }),
  endpoint({
    name: 'storage.download',
    summary: 'Get the bytes of an object, or a range of them, from its download URL',
    route: 'GET /storage/*',
    base: 'root',
    access: signedDownload(),
    output: { 200: byteRange },
    errors: ['not_found', 'not_found:damaged', 'unavailable', 'unavailable:too_many_downloads'],
    handle: ({ application, grant }) =>
      application.signedTransfers.open(grant).map((blob) =>
        reply(200, {
          sizeBytes: blob.sizeBytes,
          etag: oidOfObjectKey(grant.key) ?? parseAssembledKey(grant.key)?.oid,
          headers: { 'Content-Disposition': attachmentNamed(grant.fileName) },
          open: (span) => blob.open(span),
        }),
      ),
  }),
];
