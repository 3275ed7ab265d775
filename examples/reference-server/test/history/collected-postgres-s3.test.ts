import { collectedCases, runCases } from '@svc/conformance';
import { rounds } from '@svc/test-services/rounds';
import { s3ForTests } from '@svc/test-services/s3';
import { openPostgresS3 } from './open-postgres-s3.js';

const collected = rounds({
  property: 'a collector over PostgreSQL and S3 loses nothing that is needed (steps)',
  test: 12,
  proof: 200_000,
});
const races = rounds({ property: 'a race with the collector over PostgreSQL and S3 loses nothing', test: 3, proof: 1_000 });

describe('the collector of chunk trees over PostgreSQL and S3', () => {
  before(s3ForTests);

  runCases(describe, it, collectedCases, async () => ({ ...(await openPostgresS3()), collected, races }));
});
