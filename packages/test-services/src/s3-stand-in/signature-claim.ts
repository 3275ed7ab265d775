import { S3Error } from './s3-error.js';
import { hasParameter, headerOf, parameterOf, type S3Request } from './s3-request.js';
import type { CredentialScope } from './sigv4.js';

/** What a request says of its own signature. */
export interface SignatureClaim {
  readonly source: 'header' | 'query';
  readonly accessKeyId: string;
  readonly scope: CredentialScope;
  /** As yyyymmddThhmmssZ. */
  readonly instant: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  readonly sessionToken: string | undefined;
  /** Only of signed URLs. */
  readonly expiresInSeconds: number;
  /** What stands for the body; undefined where the request does not say. */
  readonly payloadHash: string | undefined;
}

const algorithm = 'AWS4-HMAC-SHA256';
const maxExpirySeconds = 7 * 24 * 60 * 60;

const credentialOf = (text: string, malformed: (message: string) => never): { accessKeyId: string; scope: CredentialScope } => {
  const [accessKeyId, date, region, service, terminator, ...others] = text.split('/');
  if (!accessKeyId || date === undefined || region === undefined || service === undefined || others.length > 0) {
    return malformed('The credential is mal-formed; expecting "<YOUR-AKID>/YYYYMMDD/REGION/SERVICE/aws4_request".');
  }
  if (!/^\d{8}$/.test(date) || terminator !== 'aws4_request')
    return malformed('The credential has another date or end than it should.');
  return { accessKeyId, scope: { date, region, service } };
};

const inHeader = (request: S3Request, authorization: string): SignatureClaim => {
  const malformed = (message: string): never => {
    throw new S3Error('AuthorizationHeaderMalformed', message);
  };
  const [kind = '', ...rest] = authorization.split(' ');
  if (kind !== algorithm)
    throw new S3Error(
      'InvalidRequest',
      'The authorization mechanism you have provided is not supported. Please use AWS4-HMAC-SHA256.',
    );
  const fields = new Map(
    rest
      .join('')
      .split(',')
      .map((field) => {
        const equals = field.indexOf('=');
        return [field.slice(0, equals), field.slice(equals + 1)];
      }),
  );
  const [credential, signedHeaders, signature] = [fields.get('Credential'), fields.get('SignedHeaders'), fields.get('Signature')];
  if (credential === undefined || signedHeaders === undefined || signature === undefined) {
    return malformed('The authorization header requires three components: Credential, SignedHeaders, and Signature.');
  }
  const instant = headerOf(request, 'x-amz-date');
  if (instant === undefined) throw new S3Error('AccessDenied', 'AWS authentication requires a valid Date or x-amz-date header');
  return {
    source: 'header',
    ...credentialOf(credential, malformed),
    instant,
    signedHeaders: signedHeaders.split(';'),
    signature,
    sessionToken: headerOf(request, 'x-amz-security-token'),
    expiresInSeconds: 0,
    payloadHash: headerOf(request, 'x-amz-content-sha256'),
  };
};

const inQuery = (request: S3Request): SignatureClaim => {
  const malformed = (message: string): never => {
    throw new S3Error('AuthorizationQueryParametersError', message);
  };
  const required = (name: string): string =>
    parameterOf(request, name) ?? malformed(`Query-string authentication version 4 requires the ${name} parameter`);
  const names = request.query.map(({ name }) => name).filter((name) => name.startsWith('X-Amz-'));
  if (new Set(names).size !== names.length) return malformed('A parameter of the signature is there twice.');
  if (required('X-Amz-Algorithm') !== algorithm)
    return malformed('X-Amz-Algorithm only supports "AWS4-HMAC-SHA256 and AWS4-ECDSA-P256-SHA256"');
  const expires = required('X-Amz-Expires');
  const expiresInSeconds = Number(expires);
  if (!/^\d+$/.test(expires) || expiresInSeconds < 1) return malformed('X-Amz-Expires must be a positive number');
  if (expiresInSeconds > maxExpirySeconds) return malformed('X-Amz-Expires must be less than a week (in seconds)');
  return {
    source: 'query',
    ...credentialOf(required('X-Amz-Credential'), malformed),
    instant: required('X-Amz-Date'),
    signedHeaders: required('X-Amz-SignedHeaders').split(';'),
    signature: required('X-Amz-Signature'),
    sessionToken: parameterOf(request, 'X-Amz-Security-Token'),
    expiresInSeconds,
    payloadHash: headerOf(request, 'x-amz-content-sha256') ?? parameterOf(request, 'X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD',
  };
};

/** Reads the signature's claim from the Authorization header or from the query, never from both. */
export const signatureClaim = (request: S3Request): SignatureClaim => {
  const authorization = headerOf(request, 'authorization');
  const signedUrl = ['X-Amz-Algorithm', 'X-Amz-Signature', 'X-Amz-Credential'].some((name) => hasParameter(request, name));
  if (authorization !== undefined && signedUrl) {
    throw new S3Error(
      'InvalidArgument',
      'Only one auth mechanism allowed; only the X-Amz-Algorithm query parameter, Signature query string parameter or the Authorization header should be specified',
    );
  }
  if (authorization !== undefined) return inHeader(request, authorization);
  if (signedUrl) return inQuery(request);
  throw new S3Error('AccessDenied', 'Access Denied');
};
