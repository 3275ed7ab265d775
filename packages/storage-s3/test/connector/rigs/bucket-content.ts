import { ListMultipartUploadsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import type { S3Service } from '@svc/test-services/s3';

/** The names of everything in a bucket, by a client of its owner's. */
export const contentOf = async (service: S3Service, bucket: string): Promise<readonly string[]> => {
  const { endpoint, region, accessKeyId, secretAccessKey } = service;
  const client = new S3Client({ endpoint, region, forcePathStyle: true, credentials: { accessKeyId, secretAccessKey } });
  const { Contents: objects = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
  const { Uploads: uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
  client.destroy();
  return [...objects, ...uploads].map(({ Key: name = '' }) => name);
};
