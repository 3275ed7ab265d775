import { s3ForTests } from '@svc/test-services/s3';

/** The settings by which a server keeps its objects in a new bucket, and which S3 server holds it. */
export const newBucketEnvironment = async (): Promise<{
  readonly name: string;
  readonly environment: Record<string, string>;
}> => {
  const s3 = await s3ForTests();
  return {
    name: s3.name,
    environment: {
      STORAGE: 's3',
      S3_ENDPOINT: s3.endpoint,
      S3_REGION: s3.region,
      S3_BUCKET: await s3.newBucket(),
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
      S3_FORCE_PATH_STYLE: 'true',
    },
  };
};
