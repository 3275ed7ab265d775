import { attachmentNamed } from '@svc/core';
import { GIB, invariant, MINUTE_MS, SECOND_MS, type Instant, type ObjectKey, type StorageNamespace } from '@svc/core/model';
import type { UrlSigner } from '@svc/core/ports';
import type { Bucket } from './bucket.js';
import type { S3Credentials } from './credentials.js';
import { encodedKey } from './bucket-url.js';
import { createQuerySigner, maxExpiresInSeconds, unsignedPayload, type QuerySigner } from './query-signer.js';
import { S3Fault } from './s3-fault.js';

/** What S3 takes by one PUT. */
const maxSinglePutBytes = 5 * GIB;

/** Temporary credentials that end sooner are asked for anew, so that they outlive the URLs that they sign. */
const enoughLifeMs = 20 * MINUTE_MS;

/** What a browser does with the bytes of a user is to keep them, whatever they are. */
const asAttachment = (fileName: string | undefined) => ({
  'response-content-disposition': attachmentNamed(fileName),
  'response-content-type': 'application/octet-stream',
});

export interface UrlToSign {
  readonly method: 'GET' | 'PUT';
  /** Without the store's prefix. */
  readonly key: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly expiresAt: Instant;
}

/** Signs any request to the bucket's objects. */
export type SignUrl = (url: UrlToSign) => string;

/** Gets hold of credentials; signing itself is without I/O. */
export type OpenSigning = () => Promise<SignUrl>;

export const createSigning = (bucket: Bucket): OpenSigning => {
  let latest: { readonly credentials: S3Credentials; readonly sign: QuerySigner } | undefined;
  const { host, origin, path } = bucket.url;
  const base = path + encodedKey(bucket.prefix);
  /** Signatures and temporary credentials begin and end by the bucket's clock, whatever ours says. */
  const nowThere = (): Instant => bucket.clock.now() + bucket.clock.aheadMs();

  const credentialsWithLife = async (): Promise<S3Credentials> => {
    const credentials = await bucket.credentials();
    const restMs = (credentials.expiration?.getTime() ?? Infinity) - nowThere();
    return restMs < enoughLifeMs ? bucket.credentials({ forceRefresh: true }) : credentials;
  };

  return async () => {
    const credentials = await credentialsWithLife();
    if (latest?.credentials !== credentials) latest = { credentials, sign: createQuerySigner(bucket.region, credentials) };
    const { sign } = latest;
    const lastSecond = Math.floor((credentials.expiration?.getTime() ?? Infinity) / SECOND_MS);
    if (lastSecond * SECOND_MS <= nowThere()) throw new S3Fault('unavailable', 'ExpiredToken');

    return ({ method, key, headers = {}, query = {}, expiresAt }) => {
      // A link holds at least until the instant it was asked for, and less than a second longer, if its credentials do.
      const end = Math.min(Math.ceil((expiresAt + bucket.clock.aheadMs()) / SECOND_MS), lastSecond);
      // One that is over already was signed before it ended.
      const signedAt = Math.min(Math.floor(nowThere() / SECOND_MS), end - 1);
      const objectPath = base + encodedKey(key);
      const signed = sign({
        method,
        path: objectPath,
        headers: { ...headers, host },
        query: { ...query, 'X-Amz-Content-Sha256': unsignedPayload },
        signedAt,
        expiresInSeconds: Math.min(end - signedAt, maxExpiresInSeconds),
      });
      return `${origin}${objectPath}?${signed}`;
    };
  };
};

/** The port's signer: URLs for keys below the namespace only. */
export const urlSigner = (sign: SignUrl, namespace: StorageNamespace, checksumEnforced: boolean): UrlSigner => {
  const below = (key: ObjectKey): ObjectKey => {
    invariant(key.startsWith(`${namespace}/`), 'a URL leads to a key of its namespace');
    return key;
  };
  return {
    maxSinglePutBytes,
    upload: ({ key, sizeBytes, oid, expiresAt, canSendHeaders = false }) => {
      invariant(sizeBytes <= maxSinglePutBytes, 'no URL is signed that must fail');
      // As a header alone the checksum binds: a server ignores it in the query.
      const header =
        canSendHeaders && checksumEnforced ? { 'x-amz-checksum-sha256': Buffer.from(oid, 'hex').toString('base64') } : {};
      const headers = { 'content-length': String(sizeBytes), ...header };
      return { href: sign({ method: 'PUT', key: below(key), headers, expiresAt }), header };
    },
    download: ({ key, fileName, expiresAt }) => ({
      href: sign({ method: 'GET', key: below(key), query: asAttachment(fileName), expiresAt }),
      header: {},
    }),
    part: ({ key, uploadId, partNumber, sizeBytes, expiresAt }) => ({
      href: sign({
        method: 'PUT',
        key: below(key),
        headers: { 'content-length': String(sizeBytes) },
        query: { partNumber: String(partNumber), uploadId: uploadId },
        expiresAt,
      }),
      header: {},
    }),
  };
};
