import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { S3Client, type ServerSideEncryption, type StorageClass } from '@aws-sdk/client-s3';
import { GIB, invariant, KIB, MIB, SECOND_MS, type Instant, type ObjectKey } from '@svc/core/model';
import { createBucketClock, type BucketClock, keepTimeInBounds, type OnClocksDiffer } from './bucket-clock.js';
import { bucketUrl, encodedKey, type BucketPlace, type BucketUrl } from './bucket-url.js';
import { type CredentialsSource, forSdk, type S3Credentials } from './credentials.js';
import { createBoundedHandler } from './bounded-handler.js';
import { type BufferPool, createBufferPool } from './buffer-pool.js';
import { faultOf, S3Fault } from './s3-fault.js';
import { createSerialQueue, type SerialQueue } from './serial-queue.js';

export interface S3Timeouts {
  /** To be connected. */
  readonly connectMs: number;
  /** For the answer to one attempt of a request; those that move bytes have longer, by how many they are. */
  readonly answerMs: number;
  /** Between two pieces of a body that is read. */
  readonly idleMs: number;
}

/** The sizes, in bytes, at which another way is taken. Only tests have a reason to choose others. */
export interface S3Limits {
  /** Bodies up to this are sent in one request, and promoted through memory. */
  readonly smallBytes: number;
  /** The parts of larger bodies, unless there would be more than 10,000. */
  readonly partBytes: number;
  /** Copies up to this are made by one request. */
  readonly singleCopyBytes: number;
  readonly copyPartBytes: number;
}

export interface S3BucketOptions extends BucketPlace {
  /** What all keys begin with, without slashes at its ends; empty for none. */
  readonly prefix?: string | undefined;
  /** A function is asked again before what it has answered ends. */
  readonly credentials: CredentialsSource;
  /** Whether the server's certificate must be valid; true when absent. */
  readonly tlsVerify?: boolean | undefined;
  /** Instead of agents of the store's own, such as ones that guard where connections lead; `tlsVerify` is then up to them. */
  readonly httpAgent?: HttpAgent | undefined;
  readonly httpsAgent?: HttpsAgent | undefined;
  /** The KMS key that encrypts what the store writes. */
  readonly kmsKeyId?: string | undefined;
  /** Of what the store writes. */
  readonly storageClass?: string | undefined;
  /** How often one request is tried in all; 3 when absent. */
  readonly maxAttempts?: number | undefined;
  readonly timeouts?: Partial<S3Timeouts> | undefined;
  readonly limits?: Partial<S3Limits> | undefined;
  /** When it aborts, the bucket is asked nothing any more: what is under way fails. Bodies that are read have their own end. */
  readonly signal?: AbortSignal | undefined;
  /** Whether it is a customer's. What its server finds wrong with a request is then `unavailable`, too, and thrown to nobody. */
  readonly isCustomers?: boolean | undefined;
  /** Signed URLs begin to hold now; the clock of the machine when absent. */
  readonly now?: (() => Instant) | undefined;
  /** Called when the bucket's clock is found to differ by more than a minute, or by another time than before. */
  readonly onClocksDiffer?: OnClocksDiffer | undefined;
}

const defaultTimeouts: S3Timeouts = { connectMs: 3 * SECOND_MS, answerMs: 10 * SECOND_MS, idleMs: 30 * SECOND_MS };

const defaultLimits: S3Limits = {
  smallBytes: 8 * MIB,
  partBytes: 5 * MIB,
  singleCopyBytes: 1 * GIB,
  copyPartBytes: 256 * MIB,
};

/** More than enough for one process; each one that reads holds a connection. */
const maxSockets = 512;

/** How fast bytes must move at least, so that a request which moves many has its time. */
export const slowestSendBytesPerMs = (256 * KIB) / SECOND_MS;
export const slowestCopyBytesPerMs = (8 * MIB) / SECOND_MS;

/** How a request is sent: `requestTimeout` in milliseconds for each attempt, `abortSignal` for all of them. */
export interface SendOptions {
  readonly requestTimeout: number;
  readonly abortSignal?: AbortSignal;
}

export interface RequestTimeouts {
  /** In milliseconds, besides the usual ones. */
  readonly extraMs?: number;
  /** Whether the answer has a body that may be read for as long as it takes. */
  readonly streams?: boolean;
}

/** One bucket, as the store's parts use it. */
export interface Bucket {
  readonly url: BucketUrl;
  readonly region: string;
  readonly name: string;
  /** What the key of everything in the store begins with: empty, or with a slash at its end. */
  readonly prefix: string;
  readonly isCustomers: boolean;
  readonly timeouts: S3Timeouts;
  readonly limits: S3Limits;
  /** For parts of `limits.partBytes`. */
  readonly partBuffers: BufferPool;
  readonly writing: Writing;
  /** What is known of the bucket's ETags by what it has answered: whether they are the MD5 of an object that was sent by one request. */
  readonly etags: { areMd5: boolean | undefined };
  /** What is written to one key, and looked at right after that, waits for each other: else one would be taken for the other. */
  readonly inTurn: SerialQueue;
  readonly clock: BucketClock;
  /** The one that connects to the server. */
  readonly agent: HttpAgent;
  /** Sends a request; what the bucket does not do is thrown as `S3Fault`. */
  ask<T>(send: (client: S3Client, options: SendOptions) => Promise<T>, generousTimeouts?: RequestTimeouts): Promise<T>;
  /** Those that requests are signed with now. */
  credentials(options?: { readonly forceRefresh: boolean }): Promise<S3Credentials>;
  close(): void;
}

/** What goes with everything that is written to stay. */
export interface Writing {
  readonly ContentType: string;
  readonly StorageClass?: StorageClass;
  readonly ServerSideEncryption?: ServerSideEncryption;
  readonly SSEKMSKeyId?: string;
}

/** Servers other than AWS have classes of their own. */
const isStorageClass = (name: string): name is StorageClass => /^[A-Za-z0-9_-]{1,64}$/.test(name);

/** Without I/O. */
export const openBucket = (options: S3BucketOptions): Bucket => {
  const { region, bucket: name, prefix = '', storageClass, kmsKeyId } = options;
  invariant(!prefix.startsWith('/') && !prefix.endsWith('/'), 'a prefix has no slash at its ends');
  invariant(storageClass === undefined || isStorageClass(storageClass), 'a storage class has a name');
  const url = bucketUrl(options);
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const agent = (isTls(url) ? options.httpsAgent : options.httpAgent) ?? ownAgent(url, options);
  const client = openClient(options, url, timeouts, agent);
  const limits = { ...defaultLimits, ...options.limits };
  const clock = createBucketClock(options.now ?? Date.now, options.onClocksDiffer);
  return {
    url,
    agent,
    region,
    name,
    prefix: prefix === '' ? '' : `${prefix}/`,
    isCustomers: options.isCustomers ?? false,
    timeouts,
    etags: { areMd5: undefined },
    inTurn: createSerialQueue(),
    limits,
    clock,
    partBuffers: createBufferPool(limits.partBytes),
    writing: {
      ContentType: 'application/octet-stream',
      ...(storageClass === undefined ? {} : { StorageClass: storageClass }),
      ...(kmsKeyId === undefined ? {} : { ServerSideEncryption: 'aws:kms', SSEKMSKeyId: kmsKeyId }),
    },
    ask: async (send, { extraMs = 0, streams = false } = {}) => {
      const requestTimeout = Math.ceil(timeouts.answerMs + extraMs);
      const askedAt = performance.now();
      try {
        // A body that is read has its own clock. Nothing else may take for ever, whatever the server sends bit by bit.
        return await send(
          client,
          streams ? { requestTimeout } : { requestTimeout, abortSignal: endOf(requestTimeout * 2, options.signal) },
        );
      } catch (thrown) {
        throw faultOf(thrown);
      } finally {
        clock.hear(client.config.systemClockOffset, performance.now() - askedAt);
      }
    },
    credentials: async (how) => {
      try {
        return await client.config.credentials(how);
      } catch (thrown) {
        throw faultOf(thrown);
      }
    },
    close: () => {
      if (agent !== options.httpAgent && agent !== options.httpsAgent) agent.destroy();
    },
  };
};

const endOf = (timeMs: number, signal: AbortSignal | undefined): AbortSignal => {
  const late = AbortSignal.timeout(timeMs);
  return signal === undefined ? late : AbortSignal.any([late, signal]);
};

const isTls = ({ origin }: BucketUrl): boolean => origin.startsWith('https:');

const ownAgent = (url: BucketUrl, { tlsVerify = true }: S3BucketOptions): HttpAgent =>
  isTls(url)
    ? new HttpsAgent({ keepAlive: true, maxSockets, rejectUnauthorized: tlsVerify })
    : new HttpAgent({ keepAlive: true, maxSockets });

/** Credentials that cannot be had are no mistake of the request that needs them, whatever their source says. */
const credentialsOf = ({ credentials }: S3BucketOptions): CredentialsSource => {
  if (typeof credentials !== 'function') return credentials;
  return async () => {
    try {
      return await credentials();
    } catch (thrown) {
      const { code, status } = faultOf(thrown);
      throw new S3Fault('unavailable', code, status);
    }
  };
};

const openClient = (
  options: S3BucketOptions,
  url: BucketUrl,
  { connectMs, answerMs }: S3Timeouts,
  agent: HttpAgent,
): S3Client => {
  const { region, maxAttempts = 3 } = options;
  const client = new S3Client({
    region,
    endpoint: url.endpoint,
    forcePathStyle: url.pathStyle,
    credentials: forSdk(credentialsOf(options)),
    maxAttempts,
    // Otherwise uploads carry a CRC that many S3-compatible servers do not know; what must be right is checked by SHA-256.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    followRegionRedirects: false,
    disableS3ExpressSessionAuth: true,
    expectContinueHeader: false,
    requestHandler: createBoundedHandler({
      connectionTimeout: connectMs,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      ...(agent instanceof HttpsAgent ? { httpsAgent: agent } : { httpAgent: agent }),
    }),
  });
  keepTimeInBounds(client.config);
  return client;
};

/** Where the object of a key lies. */
export const at = (bucket: Bucket, key: ObjectKey | PrivateKey): { readonly Bucket: string; readonly Key: string } => ({
  Bucket: bucket.name,
  Key: bucket.prefix + key,
});

/** How a copy names its source. */
export const copySource = (bucket: Bucket, key: ObjectKey | PrivateKey): string =>
  encodedKey(`${bucket.name}/${bucket.prefix}${key}`);

/** A key that begins with a dot, as no `ObjectKey` does: nobody but the store can name it, and no URL is ever signed for it. */
export type PrivateKey = `.${string}`;
