import { openPostgresDatabase } from '@svc/persistence-postgres';
import { createS3BlobStore } from '@svc/storage-s3';
import { newDatabase } from '@svc/test-services/postgres';
import { s3ForTests } from '@svc/test-services/s3';

/** A database and a bucket of their own, which `close` drops. */
export const openPostgresS3 = async () => {
  const database = await newDatabase();
  const { unitOfWork, close } = await openPostgresDatabase({ url: database.url });
  const service = await s3ForTests();
  const { endpoint, region, accessKeyId, secretAccessKey } = service;
  const bucket = await service.newBucket();
  const credentials = { accessKeyId, secretAccessKey };
  const blobs = createS3BlobStore({ endpoint, region, bucket, prefix: 'svc', pathStyle: true, credentials });
  return {
    unitOfWork,
    blobs,
    close: async () => {
      blobs.close();
      await close();
      await database.drop();
    },
  };
};
