import { findOldestPostgres, startPostgresCluster } from '@svc/test-services/postgres';
import { describeUnitOfWork } from './rigs/unit-of-work.js';

// It refuses what later releases can do, such as the maximum of bytes.
describeUnitOfWork('the unit of work on the oldest PostgreSQL that it is for', async () => {
  const { url, stop } = await startPostgresCluster([], findOldestPostgres());
  return { url, end: stop };
});
