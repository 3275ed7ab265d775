import type { QuotaExceeded } from '../app-error.js';
import type { ByteCount } from '../values/index.js';
import type { Plan } from './plan.js';

/** Refuses an object that is larger than the plan allows; exactly the limit is allowed. */
export const exceedsObjectSize = (plan: Plan, sizeBytes: ByteCount): QuotaExceeded | undefined =>
  sizeBytes > plan.maxObjectBytes
    ? { kind: 'quota_exceeded', reason: 'max_object_size', limit: plan.maxObjectBytes, current: sizeBytes }
    : undefined;
