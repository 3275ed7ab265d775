import { isNativeError } from 'node:util/types';

/** What a fault of the bucket means to the store. */
export type S3FaultKind =
  /** Nothing lies at the key, or there is no such multipart upload. */
  | 'missing'
  /** A condition of the request does not hold: what it says is there already, or has changed. */
  | 'condition'
  /** The bucket does not do now what it is asked for: it cannot be reached, is busy, or does not let us in. */
  | 'unavailable'
  /** It has understood the request and finds it wrong. */
  | 'refused';

/**
 * The bucket has not done what it was asked for. It tells nothing but what is known beforehand: the status, and a code from the list below or of Node's;
 * whatever else a server says may be anything.
 */
export class S3Fault extends Error {
  override readonly name = 'S3Fault';

  constructor(
    readonly kind: S3FaultKind,
    /** One of S3's codes, Node's code of a network fault, or `unknown`. */
    readonly code: string,
    /** Undefined when there was no answer. */
    readonly status?: number,
  ) {
    super(status === undefined ? `the bucket did not answer (${code})` : `the bucket answered ${status} (${code})`);
  }
}

/** The store's answer makes no sense, so nothing that follows from it can be relied on. */
export const nonsense = (): S3Fault => new S3Fault('unavailable', 'nonsense');

/** The bucket did not send an object to its end. */
export const broken = (): S3Fault => new S3Fault('unavailable', 'broken');

/** The bucket has other bytes than those that it has acknowledged, or none. */
export const lost = (): S3Fault => new S3Fault('unavailable', 'lost');

/** A 404 that names none of these is of something that stands before the bucket while that is away, and says nothing of what lies there. */
const missing = ['NoSuchKey', 'NoSuchUpload'] as const;
const condition = ['PreconditionFailed', 'ConditionalRequestConflict', 'NotModified'] as const;
/** 400 and 404 that are no mistake of the request's: what they mean passes, or the bucket's owner must mend it. */
const unavailable = [
  'AuthorizationHeaderMalformed',
  'BadDigest',
  'ExpiredToken',
  'IllegalLocationConstraintException',
  'IncompleteBody',
  'InvalidAccessKeyId',
  'InvalidToken',
  'KMS.DisabledException',
  'KMS.InvalidKeyUsageException',
  'KMS.KMSInvalidStateException',
  'KMS.NotFoundException',
  'NoSuchBucket',
  'OperationAborted',
  'RequestTimeout',
  'RequestTimeTooSkewed',
  'TokenRefreshRequired',
  'XAmzContentSHA256Mismatch',
] as const;
/** These need no place in the lists above: their status says enough, and the code says more to its reader. */
const others = [
  'AccessDenied',
  'EntityTooLarge',
  'EntityTooSmall',
  'InternalError',
  'InvalidArgument',
  'InvalidObjectState',
  'InvalidPart',
  'InvalidPartOrder',
  'InvalidRange',
  'InvalidRequest',
  'MalformedXML',
  'MethodNotAllowed',
  'MissingContentLength',
  'NotFound',
  'NotImplemented',
  'PermanentRedirect',
  'QuotaExceeded',
  'ServiceUnavailable',
  'SignatureDoesNotMatch',
  'SlowDown',
  'TemporaryRedirect',
] as const;

const has = (codes: readonly string[], code: string): boolean => codes.includes(code);
const isKnown = (code: string): boolean => [missing, condition, unavailable, others].some((codes) => has(codes, code));

const kindOf = (status: number, code: string): S3FaultKind => {
  if (has(unavailable, code)) return 'unavailable';
  if (status === 404) return has(missing, code) ? 'missing' : 'unavailable';
  if (status === 412 || status === 304 || (status === 409 && has(condition, code))) return 'condition';
  // Not let in (401, 403), elsewhere (3xx), told to wait (408, 429), broken (5xx): all of it may be mended without a change of ours.
  if (status < 400 || status === 401 || status === 403 || status === 408 || status === 429 || status >= 500) return 'unavailable';
  return 'refused';
};

/** What a server answers to an operation, or to a header, that it does not know. */
export const notImplemented = 501;

/** The bucket is there, and does not do what it is asked for; it may do it otherwise. */
export const isDeclined = (fault: unknown): fault is S3Fault =>
  fault instanceof S3Fault && (fault.kind === 'refused' || fault.status === notImplemented);

/** The fault that `thrown` stands for when a request to the bucket has thrown it; what is no fault of the bucket's is thrown on. */
export const faultOf = (thrown: unknown): S3Fault => {
  if (thrown instanceof S3Fault) return thrown;
  const status = statusOf(thrown);
  if (status !== undefined) {
    const code = isNativeError(thrown) && isKnown(thrown.name) ? thrown.name : 'unknown';
    return new S3Fault(kindOf(status, code), code, status);
  }
  const code = codeOf(thrown);
  // These are of somebody who calls wrongly, though Node gives them a code too.
  const isBug = isNativeError(thrown) && ['TypeError', 'RangeError'].includes(thrown.name);
  if (code !== undefined && !isBug) return new S3Fault('unavailable', code);
  if (thrown instanceof Error && withoutAnswer.has(thrown.name)) return new S3Fault('unavailable', thrown.name);
  throw thrown;
};

/** What the SDK throws without a code: a time that is over, and credentials that cannot be had. */
const withoutAnswer: ReadonlySet<string> = new Set([
  'AbortError',
  'TimeoutError',
  'CredentialsProviderError',
  'ProviderError',
  'TokenProviderError',
]);

const statusOf = (thrown: unknown): number | undefined => {
  if (!isNativeError(thrown) || !('$metadata' in thrown)) return undefined;
  const metadata = thrown.$metadata;
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return undefined;
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined;
};

/** Node's errors are of another realm where this code has one of its own, as under Jest. */
const codeOf = (thrown: unknown): string | undefined =>
  isNativeError(thrown) && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;
