import type { HttpErrorKind } from './http-error.js';

/** What is wrong with how a body came: `bad_request` all the same. */
type BodyProblem = 'body_incomplete' | 'body_too_slow';

const isBodyProblem = (kind: string): kind is BodyProblem => kind === 'body_incomplete' || kind === 'body_too_slow';

/** What `error.code` says. A bug is `internal`: it has no kind, since nothing is known of it. */
export type ErrorCode = Exclude<HttpErrorKind, BodyProblem> | 'internal';

export interface ErrorCodeFacts {
  readonly status: number;
  /** When the service answers with it: a sentence. */
  readonly when: string;
  /** What a client does then: a sentence. */
  readonly remedy: string;
}

/** Spec 7: every error code, in the order of their statuses. */
export const errorCodes: Readonly<Record<ErrorCode, ErrorCodeFacts>> = {
  bad_request: {
    status: 400,
    when: 'A parameter, a header or the body is not what the endpoint takes, the body ended too early, or came too slowly.',
    remedy: 'Correct the request; sending it again as it is does not help.',
  },
  unauthorized: {
    status: 401,
    when: 'The credential is missing, invalid, expired or revoked.',
    remedy: 'Sign in again, or use another token.',
  },
  quota_exceeded: {
    status: 402,
    when: 'A limit of the plan, or of the service, is reached.',
    remedy: 'Remove something, or choose a larger plan where it is one of the plan.',
  },
  forbidden: {
    status: 403,
    when: 'The caller is known and may not do this: the role, the level in the repository, the scopes of the token, the account or the signature does not allow it.',
    remedy: 'Ask an owner of the organization for the permission, or use another credential.',
  },
  not_found: {
    status: 404,
    when: 'What the path or an id names is missing, or the caller may not know of it.',
    remedy: 'Check the path and its ids.',
  },
  method_not_allowed: {
    status: 405,
    when: 'The path is right and the method is not.',
    remedy: 'Use one of the methods that the header `Allow` names.',
  },
  conflict: {
    status: 409,
    when: 'The request contradicts the state that something is in.',
    remedy: 'Act on the reason; most often something has to be read again first.',
  },
  precondition_failed: {
    status: 412,
    when: 'The bytes are not those that the header `If-Match` names.',
    remedy: 'Forget what was fetched of the former bytes, and begin again.',
  },
  payload_too_large: {
    status: 413,
    when: 'The body is larger than the endpoint takes.',
    remedy: 'Send less at once.',
  },
  range_not_satisfiable: {
    status: 416,
    when: 'The range lies outside of the bytes.',
    remedy: 'Ask for a range within the size that the header `Content-Range` names.',
  },
  rate_limited: {
    status: 429,
    when: 'There are too many requests, or too much of something goes on at once.',
    remedy: 'Wait as long as the header `Retry-After` says, and send the request again.',
  },
  internal: {
    status: 500,
    when: 'The service has met a bug of its own.',
    remedy: 'Try again later; when it stays, report it with the `request_id`.',
  },
  unavailable: {
    status: 503,
    when: 'The service is starting, or a part that it depends on does not answer now.',
    remedy: 'Wait as long as the header `Retry-After` says, and send the request again.',
  },
};

/** RFC 9110, 15.5.9. */
const requestTimeout = 408;

const isErrorCode = (kind: string): kind is ErrorCode => Object.hasOwn(errorCodes, kind);

/** The code that errors of a kind are answered with. */
export const codeOfKind = (kind: HttpErrorKind | 'internal'): ErrorCode => (isBodyProblem(kind) ? 'bad_request' : kind);

/** The same for the name of a kind; undefined for any other text. */
export const errorCodeOf = (kind: string): ErrorCode | undefined => {
  if (isBodyProblem(kind)) return codeOfKind(kind);
  return isErrorCode(kind) ? kind : undefined;
};

/** The status that errors of a kind are answered with. */
export const statusOf = (kind: HttpErrorKind | 'internal'): number =>
  kind === 'body_too_slow' ? requestTimeout : errorCodes[codeOfKind(kind)].status;
