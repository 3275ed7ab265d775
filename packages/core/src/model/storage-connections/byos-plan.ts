import type { QuotaExceeded } from '../app-error.js';
import type { Organization } from '../organizations/organization.js';
import { exceedsCount } from '../quotas/count-limit.js';
import { plans } from '../quotas/plan.js';

type Subscriber = Pick<Organization, 'planId' | 'hasByosAddOn'>;

/** How many connections the organization may have; undefined: as many as it likes. A plan that needs the add-on allows none without it. */
export const maxConnections = ({ planId, hasByosAddOn }: Subscriber): number | undefined => {
  const { maxStorageConnections, byosNeedsAddOn } = plans[planId];
  return byosNeedsAddOn && !hasByosAddOn ? 0 : maxStorageConnections;
};

/** Spec 4.6: whether its repositories may lie in buckets of its own. */
export const allowsByos = (organization: Subscriber): boolean => maxConnections(organization) !== 0;

/** Spec 4.7, 7.1: refuses one more connection where `current` of them fill the limit. */
export const exceedsConnections = (organization: Subscriber, current: number): QuotaExceeded | undefined =>
  exceedsCount('max_storage_connections', maxConnections(organization), current);
