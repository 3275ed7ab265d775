import type { HttpError } from '../../src/endpoint/http-error.js';
import { badRequest, conflict, notFound, outage, trusted, unavailable } from '@svc/core/model';
import { expect } from 'chai';
import { errorReply, faultReply } from '../../src/endpoint/error-reply.js';

interface Expected {
  readonly status: number;
  readonly code: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

// One line for each kind of error, as spec 7 and 7.1 have it.
const cases: readonly (readonly [HttpError, Expected])[] = [
  [badRequest('name', 'missing'), { status: 400, code: 'bad_request', details: { field: 'name', problem: 'missing' } }],
  [
    {
      ...badRequest('objects.0.lfs.size', 'contradictory', 'stored_otherwise'),
      pointers: [{ id: trusted('ab'), oid: trusted('cd'), sizeBytes: 8, storedBytes: 7 }],
    },
    {
      status: 400,
      code: 'bad_request',
      details: {
        field: 'objects.0.lfs.size',
        problem: 'contradictory',
        reason: 'stored_otherwise',
        pointers: [{ id: 'ab', oid: 'cd', size: 8, stored_size: 7 }],
      },
    },
  ],
  [{ kind: 'body_incomplete' }, { status: 400, code: 'bad_request' }],
  [
    { kind: 'unauthorized', reason: 'missing_credential' },
    { status: 401, code: 'unauthorized', headers: { 'WWW-Authenticate': 'Bearer realm="svc"' } },
  ],
  [
    { kind: 'quota_exceeded', reason: 'storage_quota', limit: 10, current: 9 },
    { status: 402, code: 'quota_exceeded', details: { reason: 'storage_quota', limit: 10, current: 9 } },
  ],
  [
    { kind: 'forbidden', reason: 'account_suspended' },
    { status: 403, code: 'forbidden' },
  ],
  [notFound, { status: 404, code: 'not_found' }],
  [
    { kind: 'method_not_allowed', allow: ['GET', 'HEAD'] },
    { status: 405, code: 'method_not_allowed', headers: { Allow: 'GET, HEAD' } },
  ],
  [
    { ...conflict('pack_invalid'), problem: 'wrong_magic' },
    { status: 409, code: 'conflict', details: { reason: 'pack_invalid', problem: 'wrong_magic' } },
  ],
  [conflict('duplicate_slug'), { status: 409, code: 'conflict', details: { reason: 'duplicate_slug' } }],
  [
    { kind: 'payload_too_large', limitBytes: 5 },
    { status: 413, code: 'payload_too_large' },
  ],
  [{ kind: 'precondition_failed' }, { status: 412, code: 'precondition_failed' }],
  [
    { kind: 'range_not_satisfiable', sizeBytes: 7 },
    { status: 416, code: 'range_not_satisfiable', headers: { 'Accept-Ranges': 'bytes', 'Content-Range': 'bytes */7' } },
  ],
  [
    { kind: 'rate_limited', reason: 'concurrent_uploads', retryAfterSeconds: 3 },
    { status: 429, code: 'rate_limited', details: { reason: 'concurrent_uploads' }, headers: { 'Retry-After': '3' } },
  ],
  [unavailable('storage', 2), { status: 503, code: 'unavailable', headers: { 'Retry-After': '2' } }],
];

describe('errorReply', () => {
  for (const [error, expected] of cases) {
    it(`answers ${error.kind} with ${expected.status}, its code and a sentence`, () => {
      const { status, headers, body, contentType } = errorReply(error, 'r-1', false);
      expect(status).to.equal(expected.status);
      expect(contentType).to.equal('application/json');
      expect(headers).to.deep.equal(expected.headers ?? {});
      expect(Object.keys(body)).to.deep.equal(['error']);
      const { message, ...facts } = body.error;
      const details = expected.details === undefined ? {} : { details: expected.details };
      expect(facts).to.deep.equal({ code: expected.code, request_id: 'r-1', ...details });
      expect(message).to.match(/^[A-Z`].*\.$/);
    });
  }

  it('repeats message and request id at the top where Git LFS clients read them', () => {
    const { body, contentType } = errorReply(notFound, 'r-1', true);
    expect(contentType).to.equal('application/vnd.git-lfs+json');
    expect(body.message).to.equal(body.error.message);
    expect(body.request_id).to.equal('r-1');
  });

  it('asks Git LFS clients for a password, since they know no other scheme', () => {
    const { headers } = errorReply({ kind: 'unauthorized', reason: 'invalid_credential' }, 'r-1', true);
    expect(headers).to.deep.equal({ 'LFS-Authenticate': 'Basic realm="svc"', 'WWW-Authenticate': 'Basic realm="svc"' });
  });

  it('promises that deleting works where objects have no room, and not where the database has none', () => {
    const messageOf = (part: 'database' | 'storage'): string =>
      errorReply(outage(part, 'storage_full'), 'r-1', false).body.error.message;
    expect(messageOf('storage')).to.match(/deleting still works/);
    expect(messageOf('database')).to.not.match(/delet/);
  });

  it('says what fills the storage of a plan, and tells programs no more than the spec has', () => {
    const gib = 1024 ** 3;
    const bodyOf = (usedBytes: number, reservedBytes: number, reclaimableBytes: number) => {
      const usage = { usedBytes, reservedBytes, reclaimableBytes };
      const current = usedBytes + reservedBytes + reclaimableBytes;
      const error = { kind: 'quota_exceeded', reason: 'storage_quota', limit: 10 * gib, current, usage } as const;
      return errorReply(error, 'r-1', false).body.error;
    };
    const room = "The organization's storage has no room for this:";
    const underWay = bodyOf(0, 10 * gib, 0);
    expect(underWay.message).to.equal(
      `${room} of its 10 GiB, 0 bytes are stored and 10 GiB are reserved for uploads under way, until those end.`,
    );
    expect(underWay.details).to.deep.equal({ reason: 'storage_quota', limit: 10 * gib, current: 10 * gib });
    expect(bodyOf(10 * gib, 0, 0).message).to.equal(`${room} of its 10 GiB, 10 GiB are stored.`);
    expect(bodyOf(4 * gib, 0, 1.5 * gib).message).to.equal(
      `${room} of its 10 GiB, 4.0 GiB are stored and 1.5 GiB wait to be removed.`,
    );
    expect(bodyOf(4 * gib, 2, gib).message).to.equal(
      `${room} of its 10 GiB, 4.0 GiB are stored, 2 bytes are reserved for uploads under way, until those end, and 1.0 GiB wait to be removed.`,
    );
  });

  it('tells a missing token from a bad one', () => {
    const messageOf = (reason: 'missing_credential' | 'invalid_credential'): string =>
      errorReply({ kind: 'unauthorized', reason }, 'r-1', false).body.error.message;
    expect(messageOf('missing_credential')).to.match(/bearer token is missing/i);
    expect(messageOf('invalid_credential')).to.match(/invalid or expired/i);
  });
});

describe('faultReply', () => {
  it('says nothing about the fault', () => {
    const { status, body } = faultReply('r-1', false);
    expect(status).to.equal(500);
    expect(body.error).to.deep.equal({ code: 'internal', message: 'Something went wrong on our side.', request_id: 'r-1' });
  });
});
