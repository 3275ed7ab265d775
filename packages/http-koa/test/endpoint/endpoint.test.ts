import { conflict, notFound } from '@svc/core/model';
import { expect } from 'chai';
import { errAsync, okAsync } from 'neverthrow';
import { z } from 'zod';
import { organization, repository, signedIn, signedUpload } from '../../src/endpoint/access.js';
import { json } from '../../src/endpoint/body.js';
import { endpoint } from '../../src/endpoint/endpoint.js';
import { empty, reply, replyEmpty } from '../../src/endpoint/reply.js';

const named = z.strictObject({ name: z.string() });
const row = { name: 'x.y', summary: 'x', output: { 204: empty }, errors: [] } as const;
const done = () => okAsync(replyEmpty(204));

/** Rows that must not compile: each directive here fails the type check when its mistake is accepted. */
export const mistakes = [
  // @ts-expect-error -- an organization's permission cannot be demanded of a repository
  () => endpoint({ ...row, route: 'GET /repositories/{repoID}', access: repository('organization.read'), handle: done }),
  // @ts-expect-error -- a repository row names its repository in the path
  () => endpoint({ ...row, route: 'GET /repositories', access: repository('repository.pull'), handle: done }),
  // @ts-expect-error -- an organization row names its organization in the path
  () => endpoint({ ...row, route: 'GET /repositories/{repoID}', access: organization('organization.read'), handle: done }),
  // @ts-expect-error -- nobody knows the syntax of this parameter
  () => endpoint({ ...row, route: 'GET /things/{thingID}', access: signedIn(), handle: done }),
  // @ts-expect-error -- a signed row ends in its key
  () => endpoint({ ...row, route: 'PUT /storage', access: signedUpload(), handle: done }),
  // @ts-expect-error -- status 200 is not declared
  () => endpoint({ ...row, route: 'GET /x', access: signedIn(), handle: () => okAsync(reply(200, {})) }),
  // @ts-expect-error -- not_found is not declared
  () => endpoint({ ...row, route: 'GET /x', access: signedIn(), handle: () => errAsync(notFound) }),
  () =>
    endpoint({
      ...row,
      route: 'GET /x',
      access: signedIn(),
      errors: ['not_found'],
      // @ts-expect-error -- conflict is not declared
      handle: () => errAsync(conflict('duplicate_slug')),
    }),
  () =>
    endpoint({
      ...row,
      route: 'GET /x',
      access: signedIn(),
      output: { 200: named },
      // @ts-expect-error -- the body lacks its name
      handle: () => okAsync(reply(200, {})),
    }),
  () =>
    endpoint({
      ...row,
      route: 'POST /x',
      access: signedIn(),
      body: json(named),
      // @ts-expect-error -- the body has no such field
      handle: ({ body }) => okAsync(replyEmpty(204)).map((done) => (body.other ? done : done)),
    }),
  () =>
    endpoint({
      ...row,
      route: 'POST /repositories/{repoID}/uploads',
      access: repository('repository.pull'),
      errors: ['not_found', 'conflict:idempotency_key_reused', 'rate_limited:concurrent_uploads', 'unavailable'],
      // @ts-expect-error -- to open an upload takes more than to pull
      handle: ({ application, grant }) => application.uploads.open(grant, {}).map(() => replyEmpty(204)),
    }),
  () =>
    endpoint({
      ...row,
      route: 'POST /repositories/{repoID}/uploads',
      access: repository('repository.pull', 'repository.push'),
      errors: ['forbidden'],
      // @ts-expect-error -- the row does not declare that some bodies demand repository.admin
      handle: ({ grant, strengthen }) => strengthen(grant, 'repository.admin').asyncMap(() => Promise.resolve(replyEmpty(204))),
    }),
];

describe('endpoint', () => {
  it('gives the row back as it is, and refuses twelve mistakes when types are checked', () => {
    const one = endpoint({ ...row, route: 'DELETE /x', access: signedIn(), handle: done });
    expect(one).to.include({ name: 'x.y', route: 'DELETE /x' });
    expect(mistakes).to.have.length(12);
  });
});
