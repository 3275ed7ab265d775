import {
  type ConflictReason,
  type Absence,
  invariant,
  type QuotaReason,
  type RateLimited,
  type Unavailable,
} from '@svc/core/model';
import { type ErrorCode, errorCodeOf } from './error-code.js';
import type { HttpError, HttpErrorKind } from './http-error.js';

/** By the kind of an error, what its `details.reason` can say. */
export interface ReasonsOf {
  /** `already_locked` is answered with the lock that takes the path. */
  readonly conflict: ConflictReason | 'already_locked';
  readonly quota_exceeded: QuotaReason;
  /** Only of what the caller may read: nothing else says why it is not found. */
  readonly not_found: Absence;
  readonly rate_limited: RateLimited['reason'];
  /** The other refusals keep their reason to themselves: it could tell a caller what they may not know. */
  readonly forbidden: 'plan_without_audit_log';
  readonly unavailable: 'verification_pending' | 'too_many_downloads' | NonNullable<Unavailable['reason']>;
}

export type ReasonedKind = keyof ReasonsOf;
export type DetailsReason = ReasonsOf[ReasonedKind];

type WithReason = { [K in ReasonedKind]: `${K}:${ReasonsOf[K]}` }[ReasonedKind];
type NeverWithoutReason = 'conflict' | 'quota_exceeded' | 'rate_limited';

/** An error as a row declares it: its kind, or its kind and its reason, such as `conflict:last_owner`. */
export type DeclaredError = Exclude<HttpErrorKind, NeverWithoutReason> | WithReason;

/** The kind of a declared error. */
export type KindOf<D extends DeclaredError> = D extends `${infer K extends HttpErrorKind}:${string}`
  ? K
  : Extract<D, HttpErrorKind>;

/** The parts whose outage is told, because a program can do something about it. */
const outageOfPart: { readonly [P in Unavailable['part']]?: ReasonsOf['unavailable'] } = {
  verification: 'verification_pending',
  downloads: 'too_many_downloads',
};

/** What `details.reason` says of an outage; undefined when there is nothing to say but that it is one. */
export const outageReason = ({ part, reason }: Unavailable): ReasonsOf['unavailable'] | undefined => reason ?? outageOfPart[part];

/** How a row declares this error. */
export const declaredErrorOf = (error: HttpError): DeclaredError => {
  switch (error.kind) {
    case 'conflict':
      return `conflict:${error.reason}`;
    case 'quota_exceeded':
      return `quota_exceeded:${error.reason}`;
    case 'rate_limited':
      return `rate_limited:${error.reason}`;
    case 'forbidden':
      return error.reason === 'plan_without_audit_log' ? 'forbidden:plan_without_audit_log' : 'forbidden';
    case 'not_found':
      return error.reason === undefined ? 'not_found' : `not_found:${error.reason}`;
    case 'unavailable': {
      const reason = outageReason(error);
      return reason === undefined ? 'unavailable' : `unavailable:${reason}`;
    }
    default:
      return error.kind;
  }
};

/** What a declared error says to a program: its code, and its reason where it has one. */
export const codeAndReason = (declared: DeclaredError): { readonly code: ErrorCode; readonly reason: string | undefined } => {
  const [kind = '', reason] = declared.split(':');
  const code = errorCodeOf(kind);
  invariant(code !== undefined, `${kind} is a kind of error`);
  return { code, reason };
};
