import type { ConnectionFault } from '@svc/core/model';
import { S3Fault } from '../s3-fault.js';

/** A check has found out what is wrong. */
export class CheckFailed extends Error {
  override readonly name = 'CheckFailed';

  constructor(readonly fault: ConnectionFault) {
    super(`a check of a bucket has failed: ${fault}`);
  }
}

const byCode: Readonly<Record<string, ConnectionFault>> = {
  EGRESS_FORBIDDEN: 'address_forbidden',

  ECONNREFUSED: 'unreachable',
  ECONNRESET: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EAI_AGAIN: 'unreachable',
  EAI_FAIL: 'unreachable',
  EHOSTDOWN: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENODATA: 'unreachable',
  ENOTFOUND: 'unreachable',
  EPIPE: 'unreachable',
  ESERVFAIL: 'unreachable',

  ABORT_ERR: 'timeout',
  AbortError: 'timeout',
  ETIMEDOUT: 'timeout',
  RequestTimeout: 'timeout',
  TimeoutError: 'timeout',

  AuthorizationHeaderMalformed: 'credentials_refused',
  CredentialsProviderError: 'credentials_refused',
  ExpiredToken: 'credentials_refused',
  InvalidAccessKeyId: 'credentials_refused',
  InvalidToken: 'credentials_refused',
  SignatureDoesNotMatch: 'credentials_refused',
  TokenRefreshRequired: 'credentials_refused',

  NoSuchBucket: 'bucket_missing',

  // The keys may be as good as any.
  RequestTimeTooSkewed: 'unexpected_answer',

  'KMS.DisabledException': 'permission_refused',
  'KMS.InvalidKeyUsageException': 'permission_refused',
  'KMS.KMSInvalidStateException': 'permission_refused',
  'KMS.NotFoundException': 'permission_refused',
};

/** As OpenSSL and Node name what is wrong with a certificate, or with TLS itself. */
const tlsCode =
  /CERT|^ERR_SSL_|^ERR_TLS_|^EPROTO$|^UNABLE_TO_|^HOSTNAME_MISMATCH$|^INVALID_(?:CA|PURPOSE)$|^PATH_LENGTH_EXCEEDED$/;

const byStatus = (status: number | undefined): ConnectionFault => {
  if (status === 401) return 'credentials_refused';
  if (status === 403) return 'permission_refused';
  return 'unexpected_answer';
};

/**
 * In the service's own words why something that was tried at a bucket has failed. What a hostile server can make an XML parser throw has no name beforehand, so
 * whatever is not known is an unexpected answer.
 */
export const connectionFaultOf = (thrown: unknown): ConnectionFault => {
  if (thrown instanceof CheckFailed) return thrown.fault;
  if (!(thrown instanceof S3Fault)) return 'unexpected_answer';
  const { code, status } = thrown;
  const known = Object.hasOwn(byCode, code) ? byCode[code] : undefined;
  return known ?? (tlsCode.test(code) ? 'tls_invalid' : byStatus(status));
};
