import { historyCases, runCases } from '@svc/conformance';
import { openPostgresDatabase } from '@svc/persistence-postgres';
import { createS3BlobStore } from '@svc/storage-s3';
import { newDatabase } from '@svc/test-services/postgres';
import { rounds } from '@svc/test-services/rounds';
import { s3ForTests } from '@svc/test-services/s3';

const steps = rounds({ property: 'a history over PostgreSQL and S3 is what a plain model says (steps)', test: 8, proof: 400 });

describe('the service over PostgreSQL and S3', () => {
  before(s3ForTests);

  runCases(describe, it, historyCases, async () => {
    const database = await newDatabase();
    const { unitOfWork, close } = await openPostgresDatabase({ url: database.url });
    const service = await s3ForTests();
    const { endpoint, region, accessKeyId, secretAccessKey } = service;
    const bucket = await service.newBucket();
    const credentials = { accessKeyId, secretAccessKey };
    const blobs = createS3BlobStore({ endpoint, region, bucket, prefix: 'svc', pathStyle: true, credentials });
    return {
      unitOfWork,
      steps,
      blobs,
      close: async () => {
        blobs.close();
        await close();
        await database.drop();
      },
    };
  });
});
