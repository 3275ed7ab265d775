import { err, ok, type Result } from 'neverthrow';
import type { QuotaExceeded } from '../../model/app-error.js';
import { hardStorageLimit, type Plan } from '../../model/quotas/plan.js';
import { countedBytes } from '../../model/usage/usage.js';
import type { ByteCount, OrganizationId } from '../../model/values/index.js';
import type { Records } from '../../ports/unit-of-work.js';

/**
 * Reserves `bytes` for an upload that is about to begin, by one conditional write: on a hard plan what is used, reserved and reclaimable never
 * exceeds the limit together, however many ask at once.
 */
export const reserveStorage = async (
  records: Records,
  organizationId: OrganizationId,
  plan: Plan,
  bytes: ByteCount,
): Promise<Result<void, QuotaExceeded>> => {
  if (bytes === 0) return ok(undefined);
  const limit = hardStorageLimit(plan);
  if (await records.usage.reserve(organizationId, bytes, limit)) return ok(undefined);
  const current = countedBytes(await records.usage.ofOrganization(organizationId));
  return err({ kind: 'quota_exceeded', reason: 'storage_quota', limit: limit ?? 0, current });
};
