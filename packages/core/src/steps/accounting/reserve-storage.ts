import { err, ok, type Result } from 'neverthrow';
import type { QuotaExceeded } from '../../model/app-error.js';
import { hardStorageLimit, type Plan } from '../../model/quotas/plan.js';
import { countedBytes } from '../../model/usage/usage.js';
import type { ByteCount, Instant, OrganizationId } from '../../model/values/index.js';
import type { Records } from '../../ports/unit-of-work.js';
import { noteReserved } from './note-quota.js';

/**
 * Reserves `bytes` for an upload that is about to begin, by one conditional write: on a hard plan what is used, reserved and reclaimable never
 * exceeds the limit together, however many ask at once. What comes near the limit is told of with it; what is refused leaves no trace.
 */
export const reserveStorage = async (
  records: Records,
  organizationId: OrganizationId,
  plan: Plan,
  bytes: ByteCount,
  at: Instant,
): Promise<Result<void, QuotaExceeded>> => {
  if (bytes === 0) return ok(undefined);
  const limit = hardStorageLimit(plan);
  const standing = await records.usage.reserve(organizationId, bytes, limit);
  if (standing !== undefined) {
    await noteReserved(records, organizationId, plan, { standing, bytes, at });
    return ok(undefined);
  }
  const { byosBytes: _, ...usage } = await records.usage.ofOrganization(organizationId);
  return err({ kind: 'quota_exceeded', reason: 'storage_quota', limit: limit ?? 0, current: countedBytes(usage), usage });
};
