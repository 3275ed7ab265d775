import type { components } from './generated/api-types.js';

type ErrorOfService = components['schemas']['Error']['error'];

/** What the service says of a failure; `docs/errors.md` explains each. */
export type ErrorCode = ErrorOfService['code'];

/** Which of several causes, where they share a code. */
export type ErrorReason = Extract<ErrorOfService['details'], { readonly reason: unknown }>['reason'];

/** A newer service may say what this client has not heard of. */
type Unheard = string & Record<never, never>;

/** Why a call has failed, when the service has not said so itself. */
export type OwnErrorCode =
  /** No connection, or it broke. */
  | 'transport'
  /** The caller's signal has ended the call. */
  | 'aborted'
  /** The answer is not one that the service gives. */
  | 'malformed_answer'
  /** The service sends elsewhere: a credential never follows. */
  | 'redirected'
  /** A URL that must not be opened: control characters, another scheme, plain http to another machine, a segment that leads to another path or has half a character in it. */
  | 'unsafe_url';

/** A file of Git that looks like a pointer of Git LFS, and is none to the service. */
export interface RefusedPointer {
  /** What Git calls it. */
  readonly id: string;
  readonly oid: string;
  /** What it says of the object. */
  readonly sizeBytes: number;
  /** What the stored object has; undefined where the index knows the file as a plain one. */
  readonly storedBytes: number | undefined;
}

/** A failed call. Clients switch on `status` and `code` (spec 7), and on `reason` where several causes share a code. */
export interface ApiError {
  readonly kind: 'api_error';
  /** The HTTP status; 0 when there was no answer that could be understood. */
  readonly status: number;
  /** The service's code, such as `not_found`; one of the client's own; or, when something else than the service has answered, `http_` and the status. */
  readonly code: ErrorCode | OwnErrorCode | Unheard;
  /** One sentence for a person. */
  readonly message: string;
  /** `details.reason` of the answer. */
  readonly reason: ErrorReason | Unheard | undefined;
  /** `details.pointers` of the answer: what an upload to the Git index has described as pointers of Git LFS, and the service takes as plain files alone. */
  readonly pointers?: readonly RefusedPointer[];
  /** For the service's operator: it is in their log. */
  readonly requestId: string | undefined;
  /** From `Retry-After`, which may say it in seconds or by a date. */
  readonly retryAfterSeconds: number | undefined;
}

export const ownError = (code: OwnErrorCode, message: string): ApiError => ({
  kind: 'api_error',
  status: 0,
  code,
  message,
  reason: undefined,
  requestId: undefined,
  retryAfterSeconds: undefined,
});

export const malformedAnswer = (what: string): ApiError =>
  ownError('malformed_answer', `The service's answer has no valid ${what}.`);

/** What a proxy answers for a service that has gone away, such as while that starts anew. The service's own 503 has an error object, and so a code of its own. */
const answersOfProxies: readonly string[] = ['http_502', 'http_503', 'http_504'];

/** Whether the service was not met at all: no connection, or a proxy that has none. */
export const isGone = ({ code }: ApiError): boolean => code === 'transport' || answersOfProxies.includes(code);

/**
 * What a retry may mend: too many requests, a server that is in trouble, a connection that broke (spec 7.2). Uploads that are open stay so for as long as
 * somebody does not end them, so to be told that there are too many is final.
 */
export const isTransient = ({ status, code, reason }: ApiError): boolean =>
  code === 'transport' || (status === 429 && reason !== 'concurrent_uploads') || status >= 500;

// Control characters, and those that change the direction of writing.
const isNotPrintable = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** The error in one line, without what could disturb a terminal. */
export const describeApiError = ({ status, message, requestId }: ApiError): string => {
  const facts = [status === 0 ? '' : String(status), requestId === undefined ? '' : `request ${requestId}`].filter(
    (fact) => fact !== '',
  );
  const line = facts.length === 0 ? message : `${message} (${facts.join(', ')})`;
  return line.replace(isNotPrintable, ' ');
};
