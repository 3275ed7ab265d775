import { type Plan, plans } from '../../model/quotas/plan.js';
import { countedBytes, type ManagedUsage, type QuotaLevel, quotaLevels, type QuotaStanding } from '../../model/usage/usage.js';
import type { Instant, OrganizationId } from '../../model/values/index.js';
import type { Records } from '../../ports/unit-of-work.js';

/** Of the plan's storage. */
const warningShare = 0.8;

/** What is compared with the plan for each level: on a hard plan the warning comes before a refusal, so it counts what a refusal counts. */
const comparedBytes = (plan: Plan, usage: ManagedUsage, level: 'warning' | 'exceeded'): number =>
  level === 'warning' && plan.storageIsHard ? countedBytes(usage) : usage.usedBytes;

/** The warning is at four fifths of the plan's storage; exactly all of it does not exceed it. */
export const quotaLevelOf = (plan: Plan, usage: ManagedUsage): QuotaLevel => {
  if (comparedBytes(plan, usage, 'exceeded') > plan.storageBytes) return 'exceeded';
  return comparedBytes(plan, usage, 'warning') >= plan.storageBytes * warningShare ? 'warning' : 'normal';
};

const eventOf = { warning: 'storage.quota.warning', exceeded: 'storage.quota.exceeded' } as const;
const rank = (level: QuotaLevel): number => quotaLevels.indexOf(level);

/** The lower of both. */
const lowerOf = (one: QuotaLevel, other: QuotaLevel): QuotaLevel => (rank(one) < rank(other) ? one : other);

interface Move {
  readonly from: QuotaLevel;
  readonly to: QuotaLevel;
  readonly at: Instant;
}

/** Notes where the organization has come to, and tells of each level that it has risen to; one that it has fallen below is told of again later. */
const note = async (
  records: Records,
  organizationId: OrganizationId,
  plan: Plan,
  standing: QuotaStanding,
  { from, to, at }: Move,
): Promise<void> => {
  if (to !== standing.quotaLevel) await records.usage.setQuotaLevel(organizationId, to);
  for (const level of ['warning', 'exceeded'] as const) {
    if (rank(level) <= rank(from) || rank(level) > rank(to)) continue;
    const data = { plan: plan.id, used_bytes: comparedBytes(plan, standing, level), limit_bytes: plan.storageBytes };
    await records.outbox.append({ type: eventOf[level], organizationId, repositoryId: undefined, occurredAt: at, data });
  }
};

/**
 * After a reservation. Only a hard plan warns of it. What has become free since somebody looked was not noted, so what was told before counts only while
 * it held until now.
 */
export const noteReserved = async (
  records: Records,
  organizationId: OrganizationId,
  plan: Plan,
  { standing, bytes, at }: { readonly standing: QuotaStanding; readonly bytes: number; readonly at: Instant },
): Promise<void> => {
  if (!plan.storageIsHard) return;
  const former = quotaLevelOf(plan, { ...standing, reservedBytes: standing.reservedBytes - bytes });
  const from = lowerOf(standing.quotaLevel, former);
  await note(records, organizationId, plan, standing, { from, to: quotaLevelOf(plan, standing), at });
};

/**
 * After a charge. On a hard plan what is charged was reserved, or was reclaimable, and is taken from there before or afterwards: until then the sum is
 * not what will be committed, and the warning stays as it is.
 */
export const noteCharged = async (
  records: Records,
  organizationId: OrganizationId,
  standing: QuotaStanding,
  at: Instant,
): Promise<void> => {
  const organization = await records.organizations.find(organizationId);
  if (organization === undefined) return;
  const plan = plans[organization.planId];
  const from = standing.quotaLevel;
  const reached = quotaLevelOf(plan, standing);
  const to = plan.storageIsHard && reached !== 'exceeded' ? lowerOf(from, 'warning') : reached;
  await note(records, organizationId, plan, standing, { from, to, at });
};

/** After the organization was given another plan: what it has may be near the limit of that one, or above it. */
export const noteQuotaOfPlan = async (records: Records, organizationId: OrganizationId, at: Instant): Promise<void> => {
  const standing = await records.usage.standingOf(organizationId);
  const organization = await records.organizations.find(organizationId);
  if (standing === undefined || organization === undefined) return;
  const plan = plans[organization.planId];
  await note(records, organizationId, plan, standing, { from: standing.quotaLevel, to: quotaLevelOf(plan, standing), at });
};
