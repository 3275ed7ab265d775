import { PutBucketCorsCommand, S3Client } from '@aws-sdk/client-s3';
import { signedUrls } from '../server/stack.js';
import type { TestServer } from '../server/start-server.js';

interface BucketPlace {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Has a bucket answer pages of an origin, as operators are told to. */
export const letBrowserInto = async (place: BucketPlace, origin: string): Promise<void> => {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = place;
  const client = new S3Client({ endpoint, region, credentials: { accessKeyId, secretAccessKey }, forcePathStyle: true });
  const rule = {
    AllowedOrigins: [origin],
    AllowedMethods: ['GET', 'HEAD', 'PUT'],
    AllowedHeaders: ['*'],
    ExposeHeaders: ['ETag', 'Content-Range', 'Accept-Ranges', 'Content-Length'],
    MaxAgeSeconds: 7200,
  };
  await client.send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration: { CORSRules: [rule] } }));
  client.destroy();
};

/** Has the bucket of a server answer pages of the console. */
export const letBrowserIn = async ({ baseUrl, place: { settings } }: TestServer): Promise<void> => {
  if (signedUrls === 'own') return;
  const setting = (name: string): string => settings[`S3_${name}`] ?? '';
  await letBrowserInto(
    {
      endpoint: setting('ENDPOINT'),
      region: setting('REGION'),
      bucket: setting('BUCKET'),
      accessKeyId: setting('ACCESS_KEY_ID'),
      secretAccessKey: setting('SECRET_ACCESS_KEY'),
    },
    baseUrl,
  );
};
