import type { AppError } from '@svc/core';

/** The bytes are there, and are not those that `If-Match` names. */
export interface PreconditionFailed {
  readonly kind: 'precondition_failed';
}

/** The bytes of the body came more slowly than the service waits for them. */
export interface BodyTooSlow {
  readonly kind: 'body_too_slow';
}

export interface RangeNotSatisfiable {
  readonly kind: 'range_not_satisfiable';
  readonly sizeBytes: number;
}

export interface MethodNotAllowed {
  readonly kind: 'method_not_allowed';
  readonly allow: readonly string[];
}

/** Every expected failure of a request: those of the service, and those that only HTTP knows. */
export type HttpError = AppError | BodyTooSlow | PreconditionFailed | RangeNotSatisfiable | MethodNotAllowed;

export type HttpErrorKind = HttpError['kind'];
export type HttpErrorOf<K extends HttpErrorKind> = Extract<HttpError, { readonly kind: K }>;
