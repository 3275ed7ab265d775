import type { Dashboard, PlanLimit } from '@svc/core';
import type { Forecast } from '@svc/core/model';
import { z } from 'zod';
import { activitySchema, activityView } from './activity.js';
import { count } from './fields.js';
import { organizationUsageSchema, organizationUsageView } from './usage.js';

const reasons = [
  'storage_quota',
  'max_repositories',
  'max_members',
  'max_tokens',
  'max_storage_connections',
] as const satisfies readonly PlanLimit['reason'][];

const limitSchema = z.strictObject({ reason: z.enum(reasons), limit: count.optional(), current: count }).meta({
  description: 'The names are those of a 402; without a limit there is none',
});

const forecastSchema = z.strictObject({
  method: z.literal('least_squares'),
  observed_days: count,
  bytes_per_day: z.int(),
  projected_bytes: count.meta({ description: 'Managed storage in 30 days, at this rate' }),
  days_until_limit: count.optional().meta({ description: 'Absent when that will not be in ten years' }),
});

export const dashboardSchema = z.strictObject({
  usage: organizationUsageSchema,
  counts: z.strictObject({
    repositories: count,
    objects: count,
    members: count,
    tokens: count,
    storage_connections: count,
    webhooks: count,
  }),
  limits: z.array(limitSchema),
  forecast: forecastSchema.optional().meta({ description: 'Absent in the first six days of an organization' }),
  recent_activity: z
    .array(activitySchema)
    .optional()
    .meta({ description: 'The last ten; absent for callers without repositories.read' }),
});

export const dashboardReply = z.strictObject({ dashboard: dashboardSchema });

const forecastView = (forecast: Forecast): z.input<typeof forecastSchema> => ({
  method: 'least_squares',
  observed_days: forecast.observedDays,
  bytes_per_day: forecast.bytesPerDay,
  projected_bytes: forecast.projectedBytes,
  days_until_limit: forecast.daysUntilLimit,
});

export const dashboardView = ({
  usage,
  counts,
  limits,
  forecast,
  recentActivity,
}: Dashboard): z.input<typeof dashboardSchema> => ({
  usage: organizationUsageView(usage),
  counts: {
    repositories: counts.repositories,
    objects: counts.objects,
    members: counts.members,
    tokens: counts.tokens,
    storage_connections: counts.storageConnections,
    webhooks: counts.webhooks,
  },
  limits: limits.map((limit) => ({ ...limit })),
  forecast: forecast && forecastView(forecast),
  recent_activity: recentActivity?.map(activityView),
});
