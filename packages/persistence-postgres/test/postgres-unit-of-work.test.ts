import { newDatabase } from '@svc/test-services/postgres';
import { describeUnitOfWork } from './rigs/unit-of-work.js';

describeUnitOfWork('the unit of work on PostgreSQL', async () => {
  const { url, drop } = await newDatabase();
  return { url, end: drop };
});
