import { repository } from '../endpoint/access.js';
import { json } from '../endpoint/body.js';
import { endpoint } from '../endpoint/endpoint.js';
import { reply } from '../endpoint/reply.js';
import { authorizeDownloadsBody, downloadAuthorizationsReply, downloadAuthorizationView } from '../schemas/object.js';

/** Spec 4.11. */
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
];
