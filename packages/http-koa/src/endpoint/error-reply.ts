import type { HttpError, HttpErrorKind } from './http-error.js';
import type { ConflictReason, Forbidden, QuotaReason, RateLimited } from '@svc/core/model';
import { errorMessage, fieldOverHttp } from './error-message.js';
import { jsonType, lfsType } from './media-type.js';

/** Spec 7. A bug is `internal`: it has no kind, since nothing is known of it. */
export const statusOfError: Readonly<Record<HttpErrorKind | 'internal', number>> = {
  bad_request: 400,
  body_incomplete: 400,
  unauthorized: 401,
  quota_exceeded: 402,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  range_not_satisfiable: 416,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
};

/** The refusals whose reason is told: it says nothing that the caller may not know. */
type ShownRefusal = Extract<Forbidden['reason'], 'plan_without_audit_log'>;

/** All that `details.reason` says, but for a path that is locked already, which is answered with its lock. */
export type DetailsReason = ConflictReason | QuotaReason | RateLimited['reason'] | ShownRefusal | 'verification_pending';

type ErrorDetails =
  | { readonly field: string; readonly problem: string }
  | { readonly reason: DetailsReason; readonly limit?: number; readonly current?: number };

export interface ErrorObject {
  readonly code: string;
  readonly message: string;
  readonly request_id: string;
  readonly details?: ErrorDetails;
}

/** `message` and `request_id` stand at the top as well where Git LFS clients look for them. */
export interface ErrorBody {
  readonly error: ErrorObject;
  readonly message?: string;
  readonly request_id?: string;
}

export interface ErrorReply {
  readonly status: number;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorBody;
}

const detailsOf = (error: HttpError): ErrorDetails | undefined => {
  switch (error.kind) {
    case 'bad_request':
      return { field: fieldOverHttp(error.field), problem: error.problem };
    case 'quota_exceeded':
      return { reason: error.reason, limit: error.limit, current: error.current };
    case 'forbidden':
      return error.reason === 'plan_without_audit_log' ? { reason: error.reason } : undefined;
    case 'conflict':
    case 'rate_limited':
      return { reason: error.reason };
    case 'unavailable':
      return error.part === 'verification' ? { reason: 'verification_pending' } : undefined;
    default:
      return undefined;
  }
};

// A Git LFS client asks its credential helper only for a scheme that it knows.
const challenge = (lfs: boolean): Readonly<Record<string, string>> =>
  lfs
    ? { 'LFS-Authenticate': 'Basic realm="svc"', 'WWW-Authenticate': 'Basic realm="svc"' }
    : { 'WWW-Authenticate': 'Bearer realm="svc"' };

const headersOf = (error: HttpError, lfs: boolean): Readonly<Record<string, string>> => {
  switch (error.kind) {
    case 'unauthorized':
      return challenge(lfs);
    case 'method_not_allowed':
      return { Allow: error.allow.join(', ') };
    case 'range_not_satisfiable':
      return { 'Accept-Ranges': 'bytes', 'Content-Range': `bytes */${error.sizeBytes}` };
    case 'rate_limited':
    case 'unavailable':
      return { 'Retry-After': String(error.retryAfterSeconds) };
    default:
      return {};
  }
};

const codeOf = (kind: HttpErrorKind): string => (kind === 'body_incomplete' ? 'bad_request' : kind);

const bodyOf = (error: ErrorObject, lfs: boolean): ErrorBody =>
  lfs ? { message: error.message, request_id: error.request_id, error } : { error };

const errorBody = (error: HttpError, requestId: string, lfs: boolean, sought?: string): ErrorBody => {
  const details = detailsOf(error);
  const object = { code: codeOf(error.kind), message: errorMessage(error, sought), request_id: requestId };
  return bodyOf(details === undefined ? object : { ...object, details }, lfs);
};

/** Status, headers and body of an expected failure. `lfs`: whether the path is one of the Git LFS protocol; `sought`: what a 404 did not find. */
export const errorReply = (error: HttpError, requestId: string, lfs: boolean, sought?: string): ErrorReply => ({
  status: statusOfError[error.kind],
  contentType: lfs ? lfsType : jsonType,
  headers: headersOf(error, lfs),
  body: errorBody(error, requestId, lfs, sought),
});

/** What a bug answers: nothing of it. */
export const faultReply = (requestId: string, lfs: boolean): ErrorReply => ({
  status: statusOfError.internal,
  contentType: lfs ? lfsType : jsonType,
  headers: {},
  body: bodyOf({ code: 'internal', message: 'Something went wrong on our side.', request_id: requestId }, lfs),
});

/** What everybody hears between the port and the data. */
export const startingReply = (requestId: string, lfs: boolean): ErrorReply => ({
  status: statusOfError.unavailable,
  contentType: lfs ? lfsType : jsonType,
  headers: { 'Retry-After': '1' },
  body: bodyOf({ code: codeOf('unavailable'), message: 'The service is starting.', request_id: requestId }, lfs),
});

/** What HTTP itself is refused for, before there is a request that a row could answer. */
export type ProtocolProblem = 'malformed' | 'host_missing' | 'headers_too_large' | 'too_slow' | 'unknown_expectation';

const protocolProblems: Readonly<Record<ProtocolProblem, { readonly status: number; readonly message: string }>> = {
  malformed: { status: 400, message: 'This is no HTTP request.' },
  host_missing: { status: 400, message: 'A request of HTTP/1.1 needs a Host.' },
  too_slow: { status: 408, message: 'The request did not come in time.' },
  unknown_expectation: { status: 417, message: 'The only expectation that can be met is 100-continue.' },
  headers_too_large: { status: 431, message: 'The URL and the headers are too large.' },
};

export const protocolReply = (problem: ProtocolProblem, requestId: string): ErrorReply => {
  const { status, message } = protocolProblems[problem];
  return {
    status,
    contentType: jsonType,
    headers: { Connection: 'close' },
    body: bodyOf({ code: codeOf('bad_request'), message, request_id: requestId }, false),
  };
};
