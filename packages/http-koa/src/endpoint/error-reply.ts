import type { Keeper, RefusedPointer } from '@svc/core/model';
import { type DetailsReason, outageReason } from './declared-error.js';
import { codeOfKind, type ErrorCode, errorCodes, statusOf } from './error-code.js';
import { errorMessage, type ErrorSurroundings, fieldOverHttp } from './error-message.js';
import type { HttpError } from './http-error.js';
import { jsonType, lfsType } from './media-type.js';

type ErrorDetails =
  | {
      readonly field: string;
      readonly problem: string;
      readonly reason?: string;
      readonly pointers?: readonly {
        readonly id: string;
        readonly oid: string;
        readonly size: number;
        readonly stored_size?: number;
      }[];
    }
  | {
      readonly reason: DetailsReason;
      readonly limit?: number;
      readonly current?: number;
      readonly oid?: string;
      readonly pack?: string;
      readonly problem?: string;
      readonly ref?: string;
      readonly paths?: readonly string[];
      readonly kept_by?: readonly Keeper[];
    };

export interface ErrorObject {
  readonly code: ErrorCode;
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

const pointerView = ({ id, oid, sizeBytes, storedBytes }: RefusedPointer) => ({
  id,
  oid,
  size: sizeBytes,
  ...(storedBytes !== undefined && { stored_size: storedBytes }),
});

const detailsOf = (error: HttpError): ErrorDetails | undefined => {
  switch (error.kind) {
    case 'bad_request':
      return {
        field: fieldOverHttp(error.field),
        problem: error.problem,
        ...(error.reason !== undefined && { reason: error.reason }),
        ...(error.pointers !== undefined && { pointers: error.pointers.map(pointerView) }),
      };
    // Spec 7.1: these three and nothing else.
    case 'quota_exceeded':
      return { reason: error.reason, limit: error.limit, current: error.current };
    case 'forbidden':
      return error.reason === 'plan_without_audit_log' ? { reason: error.reason } : undefined;
    case 'not_found':
      return error.reason === undefined ? undefined : { reason: error.reason };
    case 'conflict':
      return {
        reason: error.reason,
        ...(error.oid !== undefined && { oid: error.oid }),
        ...(error.pack !== undefined && { pack: error.pack }),
        ...(error.problem !== undefined && { problem: error.problem }),
        ...(error.ref !== undefined && { ref: error.ref }),
        ...(error.paths !== undefined && { paths: error.paths }),
        ...(error.keptBy !== undefined && { kept_by: error.keptBy }),
      };
    case 'rate_limited':
      return { reason: error.reason };
    case 'unavailable': {
      const reason = outageReason(error);
      return reason === undefined ? undefined : { reason };
    }
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

const bodyOf = (error: ErrorObject, lfs: boolean): ErrorBody =>
  lfs ? { message: error.message, request_id: error.request_id, error } : { error };

const errorBody = (error: HttpError, requestId: string, lfs: boolean, surroundings: ErrorSurroundings): ErrorBody => {
  const details = detailsOf(error);
  const object = { code: codeOfKind(error.kind), message: errorMessage(error, surroundings), request_id: requestId };
  return bodyOf(details === undefined ? object : { ...object, details }, lfs);
};

/** Status, headers and body of an expected failure. `lfs`: whether the path is one of the Git LFS protocol. */
export const errorReply = (
  error: HttpError,
  requestId: string,
  lfs: boolean,
  surroundings: ErrorSurroundings = {},
): ErrorReply => ({
  status: statusOf(error.kind),
  contentType: lfs ? lfsType : jsonType,
  headers: headersOf(error, lfs),
  body: errorBody(error, requestId, lfs, surroundings),
});

/** What a bug answers: nothing of it. */
export const faultReply = (requestId: string, lfs: boolean): ErrorReply => ({
  status: errorCodes.internal.status,
  contentType: lfs ? lfsType : jsonType,
  headers: {},
  body: bodyOf({ code: 'internal', message: 'Something went wrong on our side.', request_id: requestId }, lfs),
});

/** What everybody hears between the port and the data. */
export const startingReply = (requestId: string, lfs: boolean): ErrorReply => ({
  status: errorCodes.unavailable.status,
  contentType: lfs ? lfsType : jsonType,
  headers: { 'Retry-After': '1' },
  body: bodyOf({ code: 'unavailable', message: 'The service is starting.', request_id: requestId }, lfs),
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
    body: bodyOf({ code: 'bad_request', message, request_id: requestId }, false),
  };
};
