import type { ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import { visibleActivityTypes } from '../../access/visible-activity.js';
import type { Activity } from '../../model/activity.js';
import type { Unavailable } from '../../model/app-error.js';
import type { Organization } from '../../model/organizations/organization.js';
import { decideOrganizationAccess } from '../../model/permissions/decide-access.js';
import type { PlanCountReason } from '../../model/quotas/count-limit.js';
import { plans } from '../../model/quotas/plan.js';
import { maxConnections } from '../../model/storage-connections/byos-plan.js';
import { billingPeriodOf } from '../../model/usage/billing-period.js';
import { type Forecast, forecast, forecastDays } from '../../model/usage/forecast.js';
import { countedBytes } from '../../model/usage/usage.js';
import { DAY_MS, dayOf, type Instant } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Queries } from '../../ports/unit-of-work.js';
import { type MeasuredOrganizationUsage, measureUsage, usageFacts } from './organization-usage.js';
import { readSeries } from './usage-series.js';

export interface DashboardCounts {
  readonly repositories: number;
  readonly objects: number;
  readonly members: number;
  /** Neither revoked nor expired. */
  readonly tokens: number;
  readonly storageConnections: number;
  readonly webhooks: number;
}

/** A limit of the plan by the name that a refusal gives it, and how much of it is taken. */
export interface PlanLimit {
  readonly reason: PlanCountReason | 'storage_quota';
  /** Undefined: there is none. */
  readonly limit: number | undefined;
  readonly current: number;
}

export interface Dashboard {
  readonly usage: MeasuredOrganizationUsage;
  readonly counts: DashboardCounts;
  readonly limits: readonly PlanLimit[];
  /** Of managed storage; undefined while the organization is too young for one. */
  readonly forecast: Forecast | undefined;
  /** What happened last, newest first; undefined for callers who may not read repositories. */
  readonly recentActivity: readonly Activity[] | undefined;
}

const recentActivities = 10;

const countAll = async (
  queries: Queries,
  { id }: Organization,
  { managed, byos }: MeasuredOrganizationUsage,
  now: Instant,
): Promise<DashboardCounts> => ({
  repositories: managed.repositoryCount + byos.repositoryCount,
  objects: managed.objectCount + byos.objectCount,
  members: await queries.organizations.countMembers(id),
  tokens: await queries.tokens.countActive(id, now),
  storageConnections: await queries.connections.count(id),
  webhooks: await queries.webhooks.count(id),
});

const limitsOf = (
  organization: Organization,
  { plan, managed, reservedBytes, reclaimableBytes }: MeasuredOrganizationUsage,
  counts: DashboardCounts,
): readonly PlanLimit[] => [
  {
    reason: 'storage_quota',
    limit: plan.storageBytes,
    current: countedBytes({ usedBytes: managed.storageBytes, reservedBytes, reclaimableBytes: reclaimableBytes.managed }),
  },
  { reason: 'max_repositories', limit: plan.maxRepositories, current: counts.repositories },
  { reason: 'max_members', limit: plan.maxMembers, current: counts.members },
  { reason: 'max_tokens', limit: plan.maxTokens, current: counts.tokens },
  { reason: 'max_storage_connections', limit: maxConnections(organization), current: counts.storageConnections },
];

/** Of the days on which the organization was there. */
const forecastOf = async (queries: Queries, organization: Organization, now: Instant): Promise<Forecast | undefined> => {
  const age = Math.floor((dayOf(now) - dayOf(organization.createdAt)) / DAY_MS) + 1;
  const days = await readSeries(queries, organization.id, now, Math.max(1, Math.min(forecastDays, age)));
  return forecast(
    days.map(({ managed }) => managed.storageBytes),
    plans[organization.planId].storageBytes,
  );
};

const mayReadRepositories = ({ caller, organization, role }: OrganizationGrant<'usage.read'>): boolean =>
  decideOrganizationAccess({ organizationId: organization.id, role }, caller.credential).held.has('repositories.read');

/** As the list of activity shows it to the caller. */
const activityFor = async (queries: Queries, grant: OrganizationGrant<'usage.read'>): Promise<Dashboard['recentActivity']> => {
  if (!mayReadRepositories(grant)) return undefined;
  const filter = { types: visibleActivityTypes(grant), hiddenFrom: grant.caller.userId };
  return queries.activity.list(grant.organization.id, filter, { limit: recentActivities, skip: 0 });
};

export const dashboard =
  ({ unitOfWork, clock }: Pick<Ports, 'unitOfWork' | 'clock'>) =>
  (grant: OrganizationGrant<'usage.read'>): ResultAsync<Dashboard, Unavailable> => {
    const { organization } = grant;
    const now = clock.now();
    const period = billingPeriodOf(now);
    return unitOfWork.read(async (queries) => {
      const usage = measureUsage(await usageFacts(queries, organization.id, period), plans[organization.planId], period);
      const counts = await countAll(queries, organization, usage, now);
      return {
        usage,
        counts,
        limits: limitsOf(organization, usage, counts),
        forecast: await forecastOf(queries, organization, now),
        recentActivity: await activityFor(queries, grant),
      };
    });
  };
