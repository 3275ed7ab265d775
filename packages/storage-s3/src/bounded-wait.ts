import { MINUTE_MS } from '@svc/core/model';
import type { Bucket } from './bucket.js';
import { nonsense } from './s3-fault.js';

/** Waits for the bucket, and for no more of it when all that was waited for has taken too long. */
export type BoundedWait = <T>(act: () => Promise<T>) => Promise<T>;

/** What is left is there for the next call. */
const maxWaitMs = 5 * MINUTE_MS;

/** A customer's server could name ever more: who lists or removes that would never come to the bucket of anybody else. */
export const createBoundedWait = ({ isCustomers, clock }: Bucket): BoundedWait => {
  let waitedMs = 0;
  return async (act) => {
    if (isCustomers && waitedMs > maxWaitMs) throw nonsense();
    const start = clock.now();
    try {
      return await act();
    } finally {
      waitedMs += clock.now() - start;
    }
  };
};
