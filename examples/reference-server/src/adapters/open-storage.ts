import type { BlockHasher, Settings } from '@svc/core';
import type { ConnectionFault } from '@svc/core/model';
import type { BlobStore, Clock } from '@svc/core/ports';
import type { JobsOptions } from '@svc/node';
import { createFsBlobStore } from '@svc/storage-fs';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Logger } from 'pino';
import type { StorageSettings } from '../config/config.js';
import type { S3Settings } from '../config/s3-settings.js';
import { findCorsGap } from './find-cors-gap.js';
import { StartProblem } from '../start-problem.js';
import { warnOfClocks, warnOfOutage } from './storage-warnings.js';

/** The chosen storage of the service's own. */
export interface Storage {
  readonly blobs: BlobStore;
  /** Removes what crashes have left in a bucket and nobody can see; undefined where nothing is left. */
  readonly removeLeftovers?: JobsOptions['removeLeftovers'];
  /** What pages of an origin cannot do with the bucket, and how to let them; undefined where nothing stands in their way. Absent where there is no bucket. */
  readonly findCorsGap?: (origins: readonly string[]) => Promise<string | undefined>;
  /** Closes the connections that are open. */
  close(): void;
}

export interface StorageSurroundings {
  readonly settings: Pick<Settings, 'baseUrl' | 'linkKeys'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** With it, the names of the blocks of objects are kept beside them. */
  readonly blockHasher?: BlockHasher;
  /** This process claims a folder for itself. */
  readonly isServer: boolean;
  /** Says who has claimed the folder where another process has: a server, unless it is said here. */
  readonly inUse?: (root: string) => string;
}

/** Opens the chosen storage; the adapter for buckets is loaded only where there is one. A bucket that cannot be used is a `StartProblem`. */
export const openStorage = async (storage: StorageSettings, surroundings: StorageSurroundings): Promise<Storage> => {
  if (storage.kind === 's3') return openBucket(storage, surroundings);
  const { settings, log, isServer, inUse, blockHasher } = surroundings;
  const claim = isServer ? await claimFolder(storage.root, inUse) : undefined;
  const blobs = await createFsBlobStore({
    root: storage.root,
    ...settings,
    exclusive: isServer,
    ...(blockHasher && { blockHasher }),
    onUnavailable: warnOfOutage(log),
  });
  return { blobs, close: () => claim?.release() };
};

const usedByServer = (root: string): string =>
  `the files in ${root} are in use by another server; several servers can share a bucket: STORAGE=s3`;

/** Two servers would take each other's unfinished uploads for the remains of a crash. */
export const claimFolder = async (root: string, inUse = usedByServer): Promise<{ release(): void }> => {
  const { claimDatabase, DatabaseInUseError } = await import('@svc/persistence-sqlite');
  try {
    return claimDatabase(root);
  } catch (fault) {
    if (fault instanceof DatabaseInUseError) throw new StartProblem(inUse(root));
    if (!(fault instanceof Error && 'code' in fault)) throw fault;
    throw new StartProblem(
      `no file can be made beside the folder ${root}, or beside what it links to, to claim it: ${fault.message}`,
    );
  }
};

/** A bucket's promises say nothing about its server, so the server tests each; the service does in another way what the bucket does not do. */
const openBucket = async (settings: S3Settings, { clock, log, blockHasher }: StorageSurroundings): Promise<Storage> => {
  const { endpoint, region, bucket, prefix, accessKeyId, secretAccessKey, pathStyle } = settings;
  const { checkCors, createS3BlobStore, probeCapabilities } = await import('@svc/storage-s3');
  const place = { endpoint, region, bucket, prefix, pathStyle, credentials: { accessKeyId, secretAccessKey } };
  const probe = await probeCapabilities(place);
  if (probe.isErr()) {
    const fault = await faultOf(settings);
    throw new StartProblem(
      `S3_BUCKET cannot be used: ${bucket} at ${endpoint ?? `AWS, ${region}`}: ${fault.replaceAll('_', ' ')}`,
    );
  }
  const { lengthEnforced, ...capabilities } = probe.value;
  log.info({ endpoint, bucket, prefix, lengthEnforced, ...capabilities }, 'bucket proved');
  if (!lengthEnforced) log.warn({ endpoint, bucket }, 'the bucket takes more bytes than a signed URL allows');
  const store = createS3BlobStore({
    ...place,
    capabilities,
    blockHasher,
    now: () => clock.now(),
    onUnavailable: warnOfOutage(log),
    onClocksDiffer: warnOfClocks(log),
  });
  // Whatever it answers tells the store what time it is there, before any URL is signed. Where it does not, readiness says so.
  await store.check().unwrapOr(undefined);
  return {
    blobs: store,
    removeLeftovers: () => store.removeLeftovers(),
    findCorsGap: (origins) => findCorsGap(settings, origins, (origin) => checkCors(place, origin)),
    close: () => store.close(),
  };
};

/** What the checks of customers' buckets say is wrong with this one, which may be wherever the operator likes. */
const faultOf = async ({ accessKeyId, secretAccessKey, ...place }: S3Settings): Promise<ConnectionFault> => {
  const { createBucketConnector } = await import('@svc/storage-s3');
  const connector = createBucketConnector({
    egress: {
      isAllowed: () => true,
      openAgents: (options) => ({ http: new HttpAgent(), https: new HttpsAgent(options) }),
    },
  });
  const { checks } = await connector.check({
    address: { provider: 'generic', ...place, tlsVerify: true, kmsKeyId: undefined, storageClass: undefined },
    access: { method: 'access_keys', accessKeyId, secretAccessKey },
  });
  const failed = checks.find((check) => check.outcome === 'failed');
  return failed?.outcome === 'failed' ? failed.fault : 'unexpected_answer';
};
