import { createHash, createHmac } from 'node:crypto';

/**
 * AWS Signature Version 4 as S3 computes it (AWS Signature Version 4 for API requests, "Create a canonical request" and what follows it).
 * Written from its description, without the SDK, so that the two can be held against each other.
 */

export interface QueryParameter {
  readonly name: string;
  readonly value: string;
}

/** Header fields by their name in lower case, each with its values in the order in which they came. */
export type HeaderFields = Readonly<Partial<Record<string, readonly string[]>>>;

/** What a signature is made over. Path and query are decoded. */
export interface SignedParts {
  readonly method: string;
  readonly path: string;
  readonly query: readonly QueryParameter[];
  readonly headers: HeaderFields;
  /** In lower case, in order. */
  readonly signedHeaders: readonly string[];
  /** SHA-256 of the body in hexadecimal, or one of the words that stand for it. */
  readonly payloadHash: string;
}

export interface CredentialScope {
  /** As yyyymmdd. */
  readonly date: string;
  readonly region: string;
  readonly service: string;
}

export const sha256Hex = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

const percentEncoded = (byte: string): string => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`;

/** Leaves RFC 3986's unreserved characters alone and encodes every other byte. */
export const uriEncode = (text: string): string => encodeURIComponent(text).replace(/[!'()*]/g, percentEncoded);

export const encodePath = (path: string): string => path.split('/').map(uriEncode).join('/');

const compareText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

const canonicalQuery = (query: readonly QueryParameter[]): string =>
  query
    .map(({ name, value }) => ({ name: uriEncode(name), value: uriEncode(value) }))
    .sort((left, right) => compareText(left.name, right.name) || compareText(left.value, right.value))
    .map(({ name, value }) => `${name}=${value}`)
    .join('&');

const canonicalValue = (values: readonly string[]): string => values.map((value) => value.trim().replace(/ +/g, ' ')).join(',');

export const canonicalRequest = (parts: SignedParts): string =>
  [
    parts.method,
    encodePath(parts.path),
    canonicalQuery(parts.query),
    ...parts.signedHeaders.map((name) => `${name}:${canonicalValue(parts.headers[name] ?? [])}`),
    '',
    parts.signedHeaders.join(';'),
    parts.payloadHash,
  ].join('\n');

export const scopeText = (scope: CredentialScope): string => `${scope.date}/${scope.region}/${scope.service}/aws4_request`;

/** `instant` as yyyymmddThhmmssZ. */
export const stringToSign = (instant: string, scope: CredentialScope, request: string): string =>
  ['AWS4-HMAC-SHA256', instant, scopeText(scope), sha256Hex(request)].join('\n');

const hmac = (key: string | Uint8Array, text: string): Buffer => createHmac('sha256', key).update(text).digest();

export const signingKey = (secretAccessKey: string, scope: CredentialScope): Buffer =>
  hmac(hmac(hmac(hmac(`AWS4${secretAccessKey}`, scope.date), scope.region), scope.service), 'aws4_request');

export const sign = (key: Uint8Array, text: string): string => hmac(key, text).toString('hex');

/** As yyyymmddThhmmssZ. */
export const instantText = (milliseconds: number): string => new Date(milliseconds).toISOString().replace(/[-:]|\.\d+/g, '');
