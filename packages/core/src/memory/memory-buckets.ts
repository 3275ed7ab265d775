import { errAsync, type ResultAsync } from 'neverthrow';
import { invariant, unavailable, type Unavailable } from '../model/app-error.js';
import { BlobUnreadable } from '../model/blob-unreadable.js';
import {
  type BucketCapabilities,
  type CheckOutcome,
  type ConnectionCheck,
  connectionChecks,
  type ConnectionFault,
  type ConnectionHealth,
} from '../model/storage-connections/storage-connection.js';
import { type ObjectKey, trusted } from '../model/values/index.js';
import type { BlobStore } from '../ports/blob-store.js';
import type { BucketConnector, BucketLogin } from '../ports/bucket-connector.js';
import { createMemoryBlobStore, type MemoryBlobStoreOptions } from './memory-blob-store.js';

/** A bucket as its owner makes it. */
export interface NewMemoryBucket {
  /** As connections name it; undefined for the provider's own. */
  readonly endpoint: string | undefined;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface MemoryBucket {
  /** All that lies in it, under whole keys, prefixes included. */
  readonly blobs: BlobStore;
  /** From now on its server answers, or does not. */
  setReachable(isReachable: boolean): void;
  /** From now on this secret gets in and the one before does not. */
  changeSecret(secretAccessKey: string): void;
  /** Lets in a caller that names the role with this external id. */
  trustRole(roleArn: string, externalId: string): void;
}

/** Buckets that customers could bring, in memory: real ones as far as keys, roles, prefixes and broken servers go. */
export interface MemoryBuckets extends BucketConnector {
  add(bucket: NewMemoryBucket): MemoryBucket;
}

interface Bucket {
  readonly blobs: BlobStore;
  readonly accessKeyId: string;
  readonly trusted: Set<string>;
  secretAccessKey: string;
  isReachable: boolean;
}

const noCapabilities: BucketCapabilities = { checksumEnforced: false, createOnce: false, copyComputesSha256: false };

const passed: ConnectionHealth = {
  isHealthy: true,
  checkedAt: 0,
  checks: connectionChecks.map((check): CheckOutcome => ({ check, outcome: 'passed' })),
  capabilities: noCapabilities,
};

const failed = (at: ConnectionCheck, fault: ConnectionFault): ConnectionHealth => ({
  ...passed,
  isHealthy: false,
  checks: connectionChecks.map((check, index): CheckOutcome => {
    if (check === at) return { check, outcome: 'failed', fault };
    return { check, outcome: index < connectionChecks.indexOf(at) ? 'passed' : 'skipped' };
  }),
});

const admits = (bucket: Bucket, { access }: BucketLogin): boolean =>
  access.method === 'access_keys'
    ? access.accessKeyId === bucket.accessKeyId && access.secretAccessKey === bucket.secretAccessKey
    : bucket.trusted.has(JSON.stringify([access.roleArn, access.externalId]));

/** The bucket below the connection's prefix, for as long as it lets the login in. Its signed URLs lead back to the service itself, without the prefix. */
const bucketStore = (find: () => Bucket | undefined, prefix: string): BlobStore => {
  const inside = (key: ObjectKey): ObjectKey => (prefix === '' ? key : trusted<ObjectKey>(`${prefix}/${key}`));
  const ask = <T, E>(act: (blobs: BlobStore) => ResultAsync<T, E>): ResultAsync<T, E | Unavailable> => {
    const bucket = find();
    return bucket === undefined ? errAsync(unavailable('storage')) : act(bucket.blobs);
  };
  return {
    traits: { signedUrls: 'own', checksumEnforced: false },
    check: () => ask((blobs) => blobs.check()),
    head: (key) => ask((blobs) => blobs.head(inside(key))),
    read: (key, span) => ask((blobs) => blobs.read(inside(key), span)),
    write: (key, body, sizeBytes) => ask((blobs) => blobs.write(inside(key), body, sizeBytes)),
    promote: (from, to, expected) => ask((blobs) => blobs.promote(inside(from), inside(to), expected)),
    remove: (key) => ask((blobs) => blobs.remove(inside(key))),
    deletePrefix: (keys) => ask((blobs) => blobs.deletePrefix(inside(keys))),
    list: async function* (keys) {
      const bucket = find();
      if (bucket === undefined) throw new BlobUnreadable(unavailable('storage'));
      const outside = prefix === '' ? 0 : prefix.length + 1;
      for await (const { key, ...facts } of bucket.blobs.list(inside(keys))) {
        yield { key: trusted<ObjectKey>(key.slice(outside)), ...facts };
      }
    },
    signer: (namespace) => ask((blobs) => blobs.signer(namespace)),
  };
};

/** The options are those of the stores inside: where signed URLs lead, and with what they are signed. */
export const createMemoryBuckets = (options: MemoryBlobStoreOptions): MemoryBuckets => {
  const buckets = new Map<string, Bucket>();
  const endpoints = new Set<string | undefined>();
  const nameOf = (endpoint: string | undefined, bucket: string): string => JSON.stringify([endpoint, bucket]);

  return {
    add: ({ endpoint, bucket: name, accessKeyId, secretAccessKey }) => {
      invariant(!buckets.has(nameOf(endpoint, name)), 'a bucket is made once');
      const blobs = createMemoryBlobStore(options);
      const bucket: Bucket = { blobs, accessKeyId, trusted: new Set(), secretAccessKey, isReachable: true };
      buckets.set(nameOf(endpoint, name), bucket);
      endpoints.add(endpoint);
      return {
        blobs,
        setReachable: (isReachable) => void (bucket.isReachable = isReachable),
        changeSecret: (next) => void (bucket.secretAccessKey = next),
        trustRole: (roleArn, externalId) => void bucket.trusted.add(JSON.stringify([roleArn, externalId])),
      };
    },
    open: (login) => {
      const { endpoint, bucket: name, prefix } = login.address;
      return bucketStore(() => {
        const bucket = buckets.get(nameOf(endpoint, name));
        return bucket?.isReachable === true && admits(bucket, login) ? bucket : undefined;
      }, prefix);
    },
    check: async (login) => {
      const { endpoint, bucket: name } = login.address;
      const bucket = buckets.get(nameOf(endpoint, name));
      if (!endpoints.has(endpoint) || bucket?.isReachable === false) return failed('address', 'unreachable');
      if (bucket === undefined) return failed('write', 'bucket_missing');
      return admits(bucket, login) ? passed : failed('credentials', 'credentials_refused');
    },
  };
};
