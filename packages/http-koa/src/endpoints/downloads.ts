import { repository } from '../endpoint/access.js';
import { json } from '../endpoint/body.js';
import { endpoint } from '../endpoint/endpoint.js';
import { byteRange, reply } from '../endpoint/reply.js';
import { authorizeDownloadsBody, downloadAuthorizationsReply, downloadAuthorizationView } from '../schemas/object.js';

/** Spec 4.11, and what a download is checked by. */
export const downloadEndpoints = [
  endpoint({
    name: 'downloads.authorize',
    summary: 'Get a download URL for each object',
    route: 'POST /repositories/{repoID}/downloads/authorize',
    access: repository('repository.pull'),
    body: json(authorizeDownloadsBody),
    output: { 200: downloadAuthorizationsReply },
    errors: ['unavailable'],
    handle: ({ application, grant, body }) =>
      application.downloads
        .authorize(grant, { oids: body.objects.map(({ oid }) => oid) })
        .map((objects) => reply(200, { objects: objects.map(downloadAuthorizationView) })),
  }),
  endpoint({
    name: 'downloads.blockNames',
    summary: 'Get the block names of an object that lies whole, or a range of them; not every object has some',
    route: 'GET /repositories/{repoID}/objects/{oid}/blocks',
    access: repository('repository.pull'),
    output: { 200: byteRange },
    errors: ['not_found', 'not_found:damaged', 'unavailable'],
    handle: ({ application, grant, params: { oid } }) =>
      application.downloads.blockNames(grant, oid).map((names) => reply(200, { ...names, etag: undefined })),
  }),
];
