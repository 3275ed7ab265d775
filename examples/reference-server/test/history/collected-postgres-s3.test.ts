import { collectedCases, runCases } from '@svc/conformance';
import { openPostgresDatabase } from '@svc/persistence-postgres';
import { createS3BlobStore } from '@svc/storage-s3';
import { newDatabase } from '@svc/test-services/postgres';
import { rounds } from '@svc/test-services/rounds';
import { s3ForTests } from '@svc/test-services/s3';

const collected = rounds({
  property: 'a collector over PostgreSQL and S3 loses nothing that is needed (steps)',
  test: 12,
  proof: 200_000,
});
const races = rounds({ property: 'a race with the collector over PostgreSQL and S3 loses nothing', test: 3, proof: 1_000 });

describe('the collector of chunk trees over PostgreSQL and S3', () => {
  before(s3ForTests);

  runCases(describe, it, collectedCases, async () => {
    const database = await newDatabase();
    const { unitOfWork, close } = await openPostgresDatabase({ url: database.url });
    const service = await s3ForTests();
    const { endpoint, region, accessKeyId, secretAccessKey } = service;
    const bucket = await service.newBucket();
    const credentials = { accessKeyId, secretAccessKey };
    const blobs = createS3BlobStore({ endpoint, region, bucket, prefix: 'svc', pathStyle: true, credentials });
    return {
      unitOfWork,
      collected,
      races,
      blobs,
      close: async () => {
        blobs.close();
        await close();
        await database.drop();
      },
    };
  });
});
