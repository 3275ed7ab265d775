import { type Plan, planIds } from '@svc/core/model';
import { z } from 'zod';
import { count } from './fields.js';

/** What has no limit is absent, and so is the price of a plan that sales quote. */
export const planSchema = z.strictObject({
  id: z.enum(planIds),
  name: z.string(),
  price_per_month: count.optional(),
  limits: z.strictObject({
    repositories: count.optional(),
    members: count.optional(),
    tokens: count.optional(),
    object_bytes: count,
    storage_bytes: count,
    storage_connections: count.optional(),
    concurrent_uploads: count,
  }),
  storage_overage: z.enum(['refused', 'metered']),
  features: z.strictObject({ audit_log: z.boolean(), sso: z.boolean(), byos_needs_add_on: z.boolean() }),
});

export const plansReply = z.strictObject({ plans: z.array(planSchema) });

export const planView = (plan: Plan): z.input<typeof planSchema> => ({
  id: plan.id,
  name: plan.name,
  price_per_month: plan.pricePerMonthDollars,
  limits: {
    repositories: plan.maxRepositories,
    members: plan.maxMembers,
    tokens: plan.maxTokens,
    object_bytes: plan.maxObjectBytes,
    storage_bytes: plan.storageBytes,
    storage_connections: plan.maxStorageConnections,
    concurrent_uploads: plan.maxOpenUploads,
  },
  storage_overage: plan.storageIsHard ? 'refused' : 'metered',
  features: {
    audit_log: plan.hasAuditLog,
    sso: plan.hasSingleSignOn,
    byos_needs_add_on: plan.byosNeedsAddOn,
  },
});
