import type { ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import type { Unavailable } from '../../model/app-error.js';
import { type Plan, plans } from '../../model/quotas/plan.js';
import type { StorageMode } from '../../model/repository.js';
import { type BillingPeriod, billingPeriodOf } from '../../model/usage/billing-period.js';
import type { TrafficDay } from '../../model/usage/traffic.js';
import { dedupRatio, type OrganizationUsage, type RepositoryTotals } from '../../model/usage/usage.js';
import { addByteCounts, type OrganizationId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Queries } from '../../ports/unit-of-work.js';

/** What the repositories of one storage mode come to. */
export interface ModeUsage {
  readonly storageBytes: number;
  readonly logicalBytes: number;
  /** Of what lies in chunks (`dedupRatio` of the model). */
  readonly dedupRatio: number;
  readonly objectCount: number;
  readonly repositoryCount: number;
  /** In the period. */
  readonly uploadedBytes: number;
  readonly egressBytes: number;
  readonly downloads: number;
}

export interface MeasuredOrganizationUsage {
  readonly plan: Plan;
  readonly period: BillingPeriod;
  readonly managed: ModeUsage;
  readonly byos: ModeUsage;
  /** Of both modes together. */
  readonly dedupRatio: number;
  /** Reserved for uploads that are under way. */
  readonly reservedBytes: number;
  /** What nothing visible needs any more and what was not yet removed: of both modes; in the organization's buckets, what deleted repositories have left. */
  readonly reclaimableBytes: Readonly<Record<StorageMode, number>>;
  /** What managed storage has above the limit of the plan. */
  readonly overageBytes: number;
}

/** Everything that it is measured from, of one organization and period. */
export interface UsageFacts {
  readonly account: OrganizationUsage;
  readonly reclaimableByosBytes: number;
  readonly repositories: Readonly<Record<StorageMode, RepositoryTotals>>;
  readonly traffic: readonly TrafficDay[];
}

export const usageFacts = async (
  queries: Queries,
  organizationId: OrganizationId,
  period: BillingPeriod,
): Promise<UsageFacts> => ({
  account: await queries.usage.ofOrganization(organizationId),
  reclaimableByosBytes: await queries.usage.reclaimableByosBytes(organizationId),
  repositories: await queries.usage.ofRepositories(organizationId),
  // Days of a later period are of before the clock was set back.
  traffic: (await queries.traffic.listDays(organizationId, period.start)).filter(({ day }) => day < period.end),
});

const modeUsage = ({ account, repositories, traffic }: UsageFacts, mode: StorageMode): ModeUsage => {
  const { logicalBytes, physicalBytes, wholeBytes, objectCount, repositoryCount } = repositories[mode];
  const days = traffic.filter(({ storageMode }) => storageMode === mode);
  const sum = (bytesOf: (day: TrafficDay) => number): number =>
    days.reduce((total, day) => addByteCounts(total, bytesOf(day)), 0);
  return {
    // The account is what is billed; that it equals what the repositories occupy is looked at every day.
    storageBytes: mode === 'managed' ? account.usedBytes : account.byosBytes,
    logicalBytes,
    dedupRatio: dedupRatio({ logicalBytes, physicalBytes, wholeBytes }),
    objectCount,
    repositoryCount,
    uploadedBytes: sum(({ uploadedBytes }) => uploadedBytes),
    egressBytes: sum(({ egressBytes }) => egressBytes),
    downloads: days.reduce((total, { downloads }) => total + downloads, 0),
  };
};

export const measureUsage = (facts: UsageFacts, plan: Plan, period: BillingPeriod): MeasuredOrganizationUsage => {
  const [managed, byos] = [modeUsage(facts, 'managed'), modeUsage(facts, 'byos')];
  return {
    plan,
    period,
    managed,
    byos,
    dedupRatio: dedupRatio({
      logicalBytes: managed.logicalBytes + byos.logicalBytes,
      physicalBytes: managed.storageBytes + byos.storageBytes,
      wholeBytes: facts.repositories.managed.wholeBytes + facts.repositories.byos.wholeBytes,
    }),
    reservedBytes: facts.account.reservedBytes,
    reclaimableBytes: { managed: facts.account.reclaimableBytes, byos: facts.reclaimableByosBytes },
    overageBytes: Math.max(0, managed.storageBytes - plan.storageBytes),
  };
};

export const organizationUsage =
  ({ unitOfWork, clock }: Pick<Ports, 'unitOfWork' | 'clock'>) =>
  ({ organization }: OrganizationGrant<'usage.read'>): ResultAsync<MeasuredOrganizationUsage, Unavailable> => {
    const period = billingPeriodOf(clock.now());
    return unitOfWork
      .read((queries) => usageFacts(queries, organization.id, period))
      .map((facts) => measureUsage(facts, plans[organization.planId], period));
  };
