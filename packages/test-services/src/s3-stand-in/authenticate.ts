import { timingSafeEqual } from 'node:crypto';
import { isSessionKey, type SessionKey } from './access-keys.js';
import type { AccessKey } from './options.js';
import { S3Error } from './s3-error.js';
import type { S3Request } from './s3-request.js';
import { type SignatureClaim, signatureClaim } from './signature-claim.js';
import { canonicalRequest, sign, signingKey, stringToSign } from './sigv4.js';
import type { World } from './world.js';

/** A signature that holds, and what is needed to check those of the body's chunks. */
export interface VerifiedSignature {
  readonly accessKeyId: string;
  readonly claim: SignatureClaim;
  /** SHA-256 of the body in hexadecimal, or one of the words that stand for it. */
  readonly payloadHash: string;
  readonly signingKey: Uint8Array;
}

const maxSkewMilliseconds = 15 * 60 * 1000;

const millisecondsOf = (instant: string): number => {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(instant);
  if (match === null) throw new S3Error('AccessDenied', "X-Amz-Date must be in the ISO8601 Long Format \"yyyyMMdd'T'HHmmss'Z'\"");
  const [, year, month, day, hour, minute, second] = match.map(Number);
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
};

const checkScope = (claim: SignatureClaim, service: string, region: string): void => {
  const code = claim.source === 'header' ? 'AuthorizationHeaderMalformed' : 'AuthorizationQueryParametersError';
  const { scope, instant } = claim;
  if (scope.service !== service)
    throw new S3Error(code, `The credential's service '${scope.service}' is wrong; expecting '${service}'`);
  if (scope.region !== region)
    throw new S3Error(code, `The credential's region '${scope.region}' is wrong; expecting '${region}'`);
  if (!instant.startsWith(scope.date)) throw new S3Error(code, 'The date in the credential is not that of the signature.');
};

const checkTime = (claim: SignatureClaim, now: number): void => {
  const signedAt = millisecondsOf(claim.instant);
  if (claim.source === 'header') {
    if (Math.abs(now - signedAt) > maxSkewMilliseconds) {
      throw new S3Error('RequestTimeTooSkewed', 'The difference between the request time and the current time is too large.');
    }
    return;
  }
  if (signedAt - now > maxSkewMilliseconds) throw new S3Error('AccessDenied', 'Request is not yet valid');
  if (now >= signedAt + claim.expiresInSeconds * 1000) throw new S3Error('AccessDenied', 'Request has expired');
};

/** A client that could add such a field would change what was signed. */
const checkSignedHeaders = (request: S3Request, claim: SignatureClaim): void => {
  const signed = new Set(claim.signedHeaders);
  const unsigned = Object.keys(request.headers).filter((name) => name.startsWith('x-amz-') && !signed.has(name));
  if (!signed.has('host') || unsigned.length > 0) {
    throw new S3Error('AccessDenied', 'There were headers present in the request which were not signed');
  }
};

const checkSession = (key: AccessKey | SessionKey, claim: SignatureClaim, now: number): void => {
  const expected = isSessionKey(key) ? key.sessionToken : undefined;
  if (claim.sessionToken === undefined && expected !== undefined) {
    throw new S3Error('InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.');
  }
  if (claim.sessionToken !== expected) throw new S3Error('InvalidToken', 'The provided token is malformed or otherwise invalid.');
  if (isSessionKey(key) && now >= key.expiresAt) throw new S3Error('ExpiredToken', 'The provided token has expired.');
};

const equal = (left: string, right: string): boolean =>
  left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));

/** Checks that a key of the server has signed this request, for this service and now. `bodyHash` stands in where the request does not name its body's. */
export const authenticate = (world: World, request: S3Request, service: 's3' | 'sts', bodyHash?: string): VerifiedSignature => {
  const claim = signatureClaim(request);
  const key = world.keys.find(claim.accessKeyId);
  if (key === undefined) {
    throw new S3Error('InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.');
  }
  checkScope(claim, service, world.region);
  checkTime(claim, world.now());
  checkSignedHeaders(request, claim);
  const payloadHash = claim.payloadHash ?? bodyHash;
  if (payloadHash === undefined)
    throw new S3Error('InvalidRequest', 'Missing required header for this request: x-amz-content-sha256');
  const derivedKey = signingKey(key.secretAccessKey, claim.scope);
  const canonical = canonicalRequest({
    ...request,
    query: request.query.filter(({ name }) => claim.source === 'header' || name !== 'X-Amz-Signature'),
    signedHeaders: claim.signedHeaders,
    payloadHash,
  });
  const expected = sign(derivedKey, stringToSign(claim.instant, claim.scope, canonical));
  const anyLengthGoes = world.tells('content_length') && claim.signedHeaders.includes('content-length');
  if (!equal(expected, claim.signature) && !anyLengthGoes) {
    throw new S3Error(
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    );
  }
  checkSession(key, claim, world.now());
  return { accessKeyId: key.accessKeyId, claim, payloadHash, signingKey: derivedKey };
};
