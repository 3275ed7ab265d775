import type { ApiSchema } from '@svc/client';

type Plan = Pick<ApiSchema<'Plan'>, 'features' | 'limits'>;

/** Whether an organization may have buckets of its own. */
export const ownBucketsText = ({ features, limits }: Plan, hasAddOn: boolean): string => {
  if (limits.storage_connections === 0) return 'Not part of the plan';
  if (!features.byos_needs_add_on) return 'Part of the plan';
  return hasAddOn ? 'Add-on is booked' : 'Needs an add-on';
};
