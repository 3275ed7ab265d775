import { outage, unavailable, type Unavailable } from '@svc/core/model';
import { err, ResultAsync, type Result } from 'neverthrow';
import { S3Fault } from './s3-fault.js';

/** What servers that are no service of a cloud answer when their disks are full, and where what their operator allots to a bucket is used up. */
const isFull = ({ status, code }: S3Fault): boolean => status === 507 || code === 'QuotaExceeded';

/** 403 too, and over by themselves: the clock and the login are set right with the next requests. */
const passing: readonly string[] = ['ExpiredToken', 'RequestTimeTooSkewed', 'TokenRefreshRequired'];

/** What the store can do nothing about: somebody has to look at the keys, the policy or the bucket. */
const isRefusal = ({ kind, status, code }: S3Fault): boolean => {
  if (passing.includes(code)) return false;
  return kind === 'refused' || status === 401 || status === 403 || code === 'NoSuchBucket' || code.startsWith('KMS.');
};

export const outageOf = (fault: S3Fault): Unavailable => {
  if (isFull(fault)) return outage('storage', 'storage_full');
  return isRefusal(fault) ? outage('storage', 'storage_refused') : unavailable('storage');
};

/** Why an answer was `unavailable`, for the log. */
export interface UnavailableReason {
  /** One of S3's codes, such as `AccessDenied`, or Node's name of a network fault. */
  readonly code: string;
  /** With the status of the answer, and without what the server has written. */
  readonly message: string;
}

export type OnUnavailable = (reason: UnavailableReason) => void;

/** `orUnavailable` of one store. */
export type Attempt = <T, E>(act: () => Promise<Result<T, E>>) => ResultAsync<T, E | Unavailable>;

export const reasonOf = ({ code, message }: S3Fault): UnavailableReason => ({ code, message });

/**
 * What a server finds wrong with a request is a bug of ours, but `withRefusals`: a customer's may find anything wrong, and so may one of which nothing is known
 * yet.
 */
export const isOutage = (fault: unknown, withRefusals: boolean): fault is S3Fault =>
  fault instanceof S3Fault && (withRefusals || fault.kind === 'unavailable');

/**
 * Turns what the bucket cannot do now into `unavailable`, and tells `onUnavailable` of each; whatever else `act` throws is a bug, and thrown on.
 */
export const orUnavailable = <T, E>(
  act: () => Promise<Result<T, E>>,
  onUnavailable?: OnUnavailable,
  withRefusals = false,
): ResultAsync<T, E | Unavailable> => new ResultAsync<T, E | Unavailable>(classified(act, onUnavailable, withRefusals));

const classified = async <T, E>(
  act: () => Promise<Result<T, E>>,
  onUnavailable: OnUnavailable | undefined,
  withRefusals: boolean,
): Promise<Result<T, E | Unavailable>> => {
  try {
    return await act();
  } catch (fault) {
    if (isOutage(fault, withRefusals)) {
      onUnavailable?.(reasonOf(fault));
      return err(outageOf(fault));
    }
    throw fault;
  }
};

/** What `act` answers, or undefined when nothing is where it looks. */
export const orMissing = async <T>(act: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await act();
  } catch (fault) {
    if (fault instanceof S3Fault && fault.kind === 'missing') return undefined;
    throw fault;
  }
};
