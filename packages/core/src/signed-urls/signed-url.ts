import { err, ok, type Result } from 'neverthrow';
import { portableHasher } from '../formats/hashing/portable-hasher.js';
import type { Forbidden } from '../model/app-error.js';
import { constantTimeEqual } from '../model/values/constant-time-equal.js';
import { type Instant, isByteCount, isObjectKey, type ObjectKey, SECOND_MS } from '../model/values/index.js';
import type { Hasher, LinkKey, SignedRequest, SignedUploadTarget, UrlSigner } from '../ports/index.js';
import { checkLinkKeys } from './check-link-keys.js';

/** `GET` links also serve HEAD. */
export type SignedUrlMethod = 'PUT' | 'GET';

/** The path below the base URL under which a service serves its own signed URLs, unless it is told otherwise. */
const defaultStoragePath = 'storage';

/** Signs any upload by its key and length alone. */
export interface OwnUrlSigner extends UrlSigner {
  upload(target: Omit<SignedUploadTarget, 'oid'> & Partial<SignedUploadTarget>): SignedRequest;
}

export interface UrlSignerOptions {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** The first one signs; at least one, each of at least 32 bytes and with an id of its own. */
  readonly linkKeys: readonly LinkKey[];
  /** The path between the base URL and the key, without slashes at its ends; `storage` when absent. */
  readonly prefix?: string | undefined;
  /** The portable one when absent. */
  readonly hasher?: Hasher | undefined;
}

/**
 * Signs the URLs that a service serves itself:
 * `{baseUrl}/{prefix}/{key}?expires=<epoch seconds>&kid=<key id>[&size=<bytes>][&name=<file name>]&signature=<hex>`.
 * A link holds at least until the instant it was asked for, and less than a second longer.
 */
export const createUrlSigner = ({
  baseUrl,
  linkKeys,
  prefix = defaultStoragePath,
  hasher = portableHasher,
}: UrlSignerOptions): OwnUrlSigner => {
  checkLinkKeys(linkKeys);
  const [linkKey] = linkKeys;
  const sign = hasher.hmacSha256(linkKey.secret);
  const base = `${baseUrl}/${prefix}/`;
  const kid = linkKey.id;
  const kidParameter = encodeURIComponent(kid);

  return {
    maxSinglePutBytes: undefined,
    upload: ({ key, sizeBytes, expiresAt }) => {
      const expires = epochSeconds(expiresAt);
      const size = String(sizeBytes);
      const signature = sign(signedText({ method: 'PUT', key, size, expires, kid }));
      return { href: `${base}${key}?expires=${expires}&kid=${kidParameter}&size=${size}&signature=${signature}`, header: {} };
    },
    download: ({ key, fileName, expiresAt }) => {
      const expires = epochSeconds(expiresAt);
      // Halves of characters have no UTF-8, so that no URL can carry them.
      const name = fileName?.replace(/\p{Surrogate}/gu, '');
      const signature = sign(signedText({ method: 'GET', key, size: '', expires, kid, name }));
      const nameParameter = name === undefined ? '' : `&name=${encodeURIComponent(name)}`;
      return { href: `${base}${key}?expires=${expires}&kid=${kidParameter}${nameParameter}&signature=${signature}`, header: {} };
    },
  };
};

export interface SignedUrlUse {
  /** All of them are accepted. */
  readonly linkKeys: readonly LinkKey[];
  readonly method: SignedUrlMethod;
  /** What follows the prefix in the path, as it was sent: it needs no decoding. */
  readonly key: string;
  /** The query, each parameter decoded once. */
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly now: Instant;
  /** The portable one when absent. */
  readonly hasher?: Hasher;
}

/** What a signed URL allows. */
export interface SignedUrlClaim {
  readonly key: ObjectKey;
  /** On an upload, the only length that may be stored; absent on a download. */
  readonly sizeBytes?: number;
  /** On a download, what the bytes are to be called. */
  readonly fileName?: string;
}

const invalidSignature: Forbidden = { kind: 'forbidden', reason: 'invalid_signature' };
const digits = /^[0-9]{1,16}$/;

/** Says what a URL of `createUrlSigner` allows now; one that is expired, altered or meant for another method allows nothing. */
export const verifySignedUrl = ({
  linkKeys,
  method,
  key,
  query,
  now,
  hasher = portableHasher,
}: SignedUrlUse): Result<SignedUrlClaim, Forbidden> => {
  const { expires, kid, size, name, signature } = query;
  const linkKey = linkKeys.find(({ id }) => id === kid);
  if (linkKey === undefined || expires === undefined || signature === undefined) return err(invalidSignature);
  // Well-formed parts cannot hold the separator of the signed text, so no two claims share one text.
  if (!isObjectKey(key) || !digits.test(expires) || (size !== undefined && !digits.test(size))) return err(invalidSignature);
  if ((method === 'PUT') !== (size !== undefined)) return err(invalidSignature);
  if (name !== undefined && (method === 'PUT' || /\p{Surrogate}/u.test(name))) return err(invalidSignature);

  const text = signedText({ method, key, size: size ?? '', expires, kid: linkKey.id, name });
  const expected = hasher.hmacSha256(linkKey.secret)(text);
  if (!constantTimeEqual(expected, signature) || now >= Number(expires) * SECOND_MS) return err(invalidSignature);
  if (size === undefined) return ok({ key, ...(name !== undefined && { fileName: name }) });
  const sizeBytes = Number(size);
  return isByteCount(sizeBytes) ? ok({ key, sizeBytes }) : err(invalidSignature);
};

interface SignedParts {
  readonly method: SignedUrlMethod;
  readonly key: string;
  readonly size: string;
  readonly expires: string;
  readonly kid: string;
  readonly name?: string | undefined;
}

/** The version in front also keeps these texts apart from whatever else a link key may sign. */
const signedText = ({ method, key, size, expires, kid, name }: SignedParts): string => {
  const text = `storage-url/1\n${method}\n${key}\n${size}\n${expires}\n${kid}`;
  // Encoded, for a name may hold the separator.
  return name === undefined ? text : `${text}\n${encodeURIComponent(name)}`;
};

const epochSeconds = (instant: Instant): string => String(Math.ceil(instant / SECOND_MS));
