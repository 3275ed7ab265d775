import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BlobStoreHarness } from '@svc/conformance';
import { rounds } from '@svc/test-services/rounds';
import type { S3Service } from '@svc/test-services/s3';
import type { S3BucketOptions } from '../../src/bucket.js';
import { createS3BlobStore, type S3BlobStore, type S3BlobStoreOptions } from '../../src/s3-blob-store.js';

export interface S3Scene extends BlobStoreHarness {
  readonly store: S3BlobStore;
  readonly bucket: string;
  /** How the store's bucket is reached. */
  readonly options: S3BucketOptions;
  readonly countOpenHandles: () => Promise<number>;
}

const racingRounds = rounds({ property: 'a race for a blob in S3 never ends with wrong bytes', test: 25, proof: 250 });

/** How a bucket of the server is reached. */
export const bucketOf = (service: Omit<S3Service, 'name' | 'newBucket'>, bucket: string): S3BucketOptions => ({
  endpoint: service.endpoint,
  region: service.region,
  bucket,
  prefix: 'some/prefix',
  pathStyle: true,
  credentials: { accessKeyId: service.accessKeyId, secretAccessKey: service.secretAccessKey },
});

/** A store in an empty bucket of the server. */
export const makeS3Store = async (service: S3Service, more: Partial<S3BlobStoreOptions> = {}): Promise<S3Scene> => {
  const bucket = await service.newBucket();
  const httpAgent = new Agent({ keepAlive: true });
  const options = { ...bucketOf(service, bucket), httpAgent, ...more };
  const store = createS3BlobStore(options);
  return {
    store,
    racingRounds,
    // `many.test.ts` fills more than a page.
    listedAtOnce: 10,
    bucket,
    options,
    countOpenHandles: () => settledConnections(httpAgent),
    close: async () => {
      store.close();
      httpAgent.destroy();
    },
  };
};

/** Connections in use, once those that are being given back have been. */
const settledConnections = async (agent: Agent): Promise<number> => {
  const inUse = (): number => Object.values(agent.sockets).reduce((sum, sockets = []) => sum + sockets.length, 0);
  for (let wait = 0; inUse() > 0 && wait < 2000; wait += 1) await sleep(5);
  return inUse();
};
