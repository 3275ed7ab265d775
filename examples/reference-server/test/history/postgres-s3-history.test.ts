import { historyCases, runCases } from '@svc/conformance';
import { rounds } from '@svc/test-services/rounds';
import { s3ForTests } from '@svc/test-services/s3';
import { openPostgresS3 } from './open-postgres-s3.js';

const steps = rounds({ property: 'a history over PostgreSQL and S3 is what a plain model says (steps)', test: 8, proof: 400 });

describe('the service over PostgreSQL and S3', () => {
  before(s3ForTests);

  runCases(describe, it, historyCases, async () => ({ ...(await openPostgresS3()), steps }));
});
