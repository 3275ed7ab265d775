import type { AppError } from '@svc/core';

/** The bytes are there, and are not those that `If-Match` names. */
export interface PreconditionFailed {
  readonly kind: 'precondition_failed';
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
export type HttpError = AppError | PreconditionFailed | RangeNotSatisfiable | MethodNotAllowed;

export type HttpErrorKind = HttpError['kind'];
export type HttpErrorOf<K extends HttpErrorKind> = Extract<HttpError, { readonly kind: K }>;
