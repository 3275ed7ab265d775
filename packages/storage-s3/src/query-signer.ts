import { createHmac, hash } from 'node:crypto';
import type { S3Credentials } from './credentials.js';
import { percentEncoded } from './bucket-url.js';

/**
 * AWS Signature Version 4 in the query of a URL, for S3
 * (https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html). The key that signs holds for a day and is derived once;
 * a URL then costs one SHA-256 and one HMAC.
 */
export interface QuerySignedRequest {
  readonly method: 'GET' | 'PUT';
  /** Percent-encoded. */
  readonly path: string;
  /** What must be sent exactly so, by lower-case names; `host` is among them. */
  readonly headers: Readonly<Record<string, string>>;
  /** Not encoded. */
  readonly query: Readonly<Record<string, string>>;
  /** Seconds since 1970. */
  readonly signedAt: number;
  /** From 1 to 604,800. */
  readonly expiresInSeconds: number;
}

/** Answers the whole query: what was given, what SigV4 adds and the signature. */
export type QuerySigner = (request: QuerySignedRequest) => string;

export const maxExpiresInSeconds = 604_800;

export const createQuerySigner = (region: string, { accessKeyId, secretAccessKey, sessionToken }: S3Credentials): QuerySigner => {
  let day: SigningDay | undefined;
  return ({ method, path, headers, query, signedAt, expiresInSeconds }) => {
    const date = longDate(signedAt);
    const shortDate = date.slice(0, 8);
    if (day?.date !== shortDate) day = signingDay(shortDate, region, secretAccessKey);
    const names = Object.keys(headers).sort();
    const signedHeaders = names.join(';');
    const canonicalQuery = encodedQuery({
      ...query,
      'X-Amz-Algorithm': algorithm,
      'X-Amz-Credential': `${accessKeyId}/${day.scope}`,
      'X-Amz-Date': date,
      'X-Amz-Expires': String(expiresInSeconds),
      ...(sessionToken === undefined ? {} : { 'X-Amz-Security-Token': sessionToken }),
      'X-Amz-SignedHeaders': signedHeaders,
    });
    const canonicalHeaders = names.map((name) => `${name}:${headers[name] ?? ''}\n`).join('');
    const canonical = `${method}\n${path}\n${canonicalQuery}\n${canonicalHeaders}\n${signedHeaders}\n${unsignedPayload}`;
    const text = `${algorithm}\n${date}\n${day.scope}\n${hash('sha256', canonical)}`;
    return `${canonicalQuery}&X-Amz-Signature=${createHmac('sha256', day.key).update(text).digest('hex')}`;
  };
};

/** The body is not part of the signature: its length is, as a header. */
export const unsignedPayload = 'UNSIGNED-PAYLOAD';
const algorithm = 'AWS4-HMAC-SHA256';

interface SigningDay {
  readonly date: string;
  readonly scope: string;
  readonly key: Buffer;
}

const signingDay = (date: string, region: string, secretAccessKey: string): SigningDay => {
  const key = [date, region, 's3', 'aws4_request'].reduce(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    Buffer.from(`AWS4${secretAccessKey}`),
  );
  return { date, scope: `${date}/${region}/s3/aws4_request`, key };
};

const longDate = (epochSeconds: number): string => new Date(epochSeconds * 1000).toISOString().replace(/[-:]|\.\d+/g, '');

/** In the order of the names' code points, which all are ASCII. */
const encodedQuery = (query: Readonly<Record<string, string>>): string =>
  Object.keys(query)
    .sort()
    .map((name) => `${percentEncoded(name)}=${percentEncoded(query[name] ?? '')}`)
    .join('&');
