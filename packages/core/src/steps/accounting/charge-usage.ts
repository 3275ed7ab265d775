import { type Plan, plans } from '../../model/quotas/plan.js';
import { type LedgerEntry, type QuotaLevel, quotaLevels, type QuotaStanding } from '../../model/usage/usage.js';
import type { Instant, OrganizationId } from '../../model/values/index.js';
import type { Records } from '../../ports/unit-of-work.js';

/** Of the plan's storage. */
const warningShare = 0.8;

/** The warning is at four fifths of the plan's storage; exactly all of it does not exceed it. */
export const quotaLevelOf = ({ storageBytes }: Pick<Plan, 'storageBytes'>, usedBytes: number): QuotaLevel => {
  if (usedBytes > storageBytes) return 'exceeded';
  return usedBytes >= storageBytes * warningShare ? 'warning' : 'normal';
};

const eventOf = { warning: 'storage.quota.warning', exceeded: 'storage.quota.exceeded' } as const;

/** Notes where the organization has come to, and tells of each level that it has risen to; one that it has fallen below is told of again later. */
const noteLevel = async (
  records: Records,
  organizationId: OrganizationId,
  { usedBytes, quotaLevel: before }: QuotaStanding,
  at: Instant,
): Promise<void> => {
  const organization = await records.organizations.find(organizationId);
  if (organization === undefined) return;
  const plan = plans[organization.planId];
  const after = quotaLevelOf(plan, usedBytes);
  if (after === before) return;
  await records.usage.setQuotaLevel(organizationId, after);
  const rank = (level: QuotaLevel): number => quotaLevels.indexOf(level);
  for (const level of ['warning', 'exceeded'] as const) {
    if (rank(level) <= rank(before) || rank(level) > rank(after)) continue;
    const data = { plan: plan.id, used_bytes: usedBytes, limit_bytes: plan.storageBytes };
    await records.outbox.append({ type: eventOf[level], organizationId, repositoryId: undefined, occurredAt: at, data });
  }
};

/**
 * Writes the entry into the ledger and adds it to what the organization uses; when that crosses the warning threshold or the limit of the plan, the event
 * is written with it. The row that is charged stays held, so each crossing is told of once, however many charge at the same time.
 */
export const chargeUsage = async (records: Records, entry: LedgerEntry): Promise<void> => {
  const charged = await records.usage.charge(entry);
  if (charged !== undefined && entry.storageMode === 'managed') {
    await noteLevel(records, entry.organizationId, charged, entry.at);
  }
};

/** The same after the organization was given another plan: what it has may be near the limit of that one, or above it. */
export const noteQuotaOfPlan = async (records: Records, organizationId: OrganizationId, at: Instant): Promise<void> => {
  const standing = await records.usage.standingOf(organizationId);
  if (standing !== undefined) await noteLevel(records, organizationId, standing, at);
};
