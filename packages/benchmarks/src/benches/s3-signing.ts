import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Oid } from '@svc/core';
import { isObjectKey, namespaceOf, type ObjectKey, type RepositoryId, trusted } from '@svc/core/model';
import { createS3BlobStore } from '@svc/storage-s3';
import { smallObjects } from '../data/small-objects.js';
import { type Bench, below, type Outcome, rounded } from '../measure/bench.js';
import { median } from '../measure/median.js';

const urlCount = 1000;
const rounds = 15;
const lifetimeSeconds = 900;

const bucket = {
  endpoint: 'https://s3.eu-west-1.amazonaws.com',
  region: 'eu-west-1',
  bucket: 'bench',
  credentials: { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
};
const namespace = namespaceOf(trusted<RepositoryId>('00000000-0000-4000-8000-000000000001'), undefined);

interface Target {
  readonly key: ObjectKey;
  readonly oid: Oid;
  readonly sizeBytes: number;
}

const targets: readonly Target[] = smallObjects(urlCount, 'signed').map(({ oid, size }) => {
  const key = `${namespace}/staging/00000000-0000-4000-8000-000000000002/${oid}`;
  if (!isObjectKey(key)) throw new Error(`${key} is no key`);
  return { key, oid: trusted<Oid>(oid), sizeBytes: size };
});

/** Processor time of one round, in milliseconds. */
const processorMs = async (sign: () => Promise<unknown>): Promise<number> => {
  const begun = process.cpuUsage();
  await sign();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
};

const medianMs = async (sign: () => Promise<unknown>): Promise<number> => {
  const figures: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const figure = await processorMs(sign);
    if (round > 0) figures.push(figure);
  }
  return median(figures);
};

const measure = async (): Promise<Outcome> => {
  const store = createS3BlobStore(bucket);
  const opened = await store.signer(namespace);
  if (opened.isErr()) throw new Error('the store does not sign');
  const signer = opened.value;
  const expiresAt = Date.now() + lifetimeSeconds * 1000;
  const client = new S3Client({ ...bucket, requestChecksumCalculation: 'WHEN_REQUIRED' });
  const { bucket: Bucket } = bucket;
  const expiresIn = lifetimeSeconds;

  const downloads = await medianMs(async () => targets.map(({ key }) => signer.download({ key, expiresAt })));
  const uploads = await medianMs(async () => targets.map((target) => signer.upload({ ...target, expiresAt })));
  const stockDownloads = await medianMs(() =>
    Promise.all(targets.map(({ key }) => getSignedUrl(client, new GetObjectCommand({ Bucket, Key: key }), { expiresIn }))),
  );
  const stockUploads = await medianMs(() =>
    Promise.all(
      targets.map(({ key, sizeBytes }) =>
        getSignedUrl(client, new PutObjectCommand({ Bucket, Key: key, ContentLength: sizeBytes }), { expiresIn }),
      ),
    ),
  );
  client.destroy();
  store.close();
  return {
    rows: [
      { what: `${urlCount} downloads`, 'svc CPU ms': rounded(downloads), 'stock presigner CPU ms': rounded(stockDownloads) },
      { what: `${urlCount} uploads`, 'svc CPU ms': rounded(uploads), 'stock presigner CPU ms': rounded(stockUploads) },
    ],
    goals: [
      below(`CPU ms of ${urlCount} signed downloads`, downloads, 50),
      below(`CPU ms of ${urlCount} signed uploads`, uploads, 50),
    ],
  };
};

export const s3Signing: Bench = {
  name: 's3-signing',
  about: `${urlCount} presigned S3 URLs, median of ${rounds}, beside those of the AWS SDK's presigner`,
  run: measure,
};
