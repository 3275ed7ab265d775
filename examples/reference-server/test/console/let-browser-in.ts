import { PutBucketCorsCommand, S3Client } from '@aws-sdk/client-s3';
import { signedUrls } from '../server/stack.js';
import type { TestServer } from '../server/start-server.js';

/** Has the bucket of a server answer pages of the console, as operators are told to. */
export const letBrowserIn = async ({ baseUrl, place: { settings } }: TestServer): Promise<void> => {
  if (signedUrls === 'own') return;
  const setting = (name: string): string => settings[`S3_${name}`] ?? '';
  const client = new S3Client({
    endpoint: setting('ENDPOINT'),
    region: setting('REGION'),
    credentials: { accessKeyId: setting('ACCESS_KEY_ID'), secretAccessKey: setting('SECRET_ACCESS_KEY') },
    forcePathStyle: true,
  });
  const rule = {
    AllowedOrigins: [baseUrl],
    AllowedMethods: ['GET', 'HEAD', 'PUT'],
    AllowedHeaders: ['*'],
    ExposeHeaders: ['ETag', 'Content-Range', 'Accept-Ranges', 'Content-Length'],
    MaxAgeSeconds: 7200,
  };
  await client.send(new PutBucketCorsCommand({ Bucket: setting('BUCKET'), CORSConfiguration: { CORSRules: [rule] } }));
  client.destroy();
};
