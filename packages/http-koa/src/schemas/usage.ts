import type { MeasuredOrganizationUsage, ModeUsage, SeriesDay } from '@svc/core';
import { planIds, seriesDays, type SeriesValues } from '@svc/core/model';
import { z } from 'zod';
import { count, dedupRatio, timestamp, timestampOf } from './fields.js';
import { integerParameter } from './parameters.js';

/** A day in UTC: RFC 3339, full-date. */
export const date = z.iso.date();
export const dateOf = (day: number): string => timestampOf(day).slice(0, 10);

const modeSchema = z.strictObject({
  storage_bytes: count,
  logical_bytes: count,
  dedup_ratio: dedupRatio,
  object_count: count,
  repository_count: count,
  uploaded_bytes: count.meta({ description: 'Received and verified in the period' }),
  egress_bytes: count.meta({ description: 'Of the downloads that the period has seen' }),
  download_count: count,
});

export const organizationUsageSchema = z.strictObject({
  plan: z.enum(planIds),
  period: z.strictObject({ start: timestamp, end: timestamp }).meta({ description: 'The calendar month in UTC; end excluded' }),
  limit_bytes: count.meta({ description: 'What the plan includes of managed storage' }),
  limit_is_hard: z.boolean().meta({ description: 'Whether an upload above the limit is refused; otherwise it is metered' }),
  overage_bytes: count,
  dedup_ratio: dedupRatio,
  managed: modeSchema.extend({
    reserved_bytes: count.meta({ description: 'Reserved for uploads that are under way' }),
    reclaimable_bytes: count.meta({
      description:
        'Of uploads that came to nothing, of removed objects and of deleted repositories, until they are gone; they count against the limit',
    }),
  }),
  byos: modeSchema
    .extend({ reclaimable_bytes: count.meta({ description: 'What removed objects and deleted repositories have left there' }) })
    .meta({ description: 'In buckets of the organization: told, not billed' }),
});

export const organizationUsageReply = z.strictObject({ usage: organizationUsageSchema });

const modeView = (usage: ModeUsage): z.input<typeof modeSchema> => ({
  storage_bytes: usage.storageBytes,
  logical_bytes: usage.logicalBytes,
  dedup_ratio: usage.dedupRatio,
  object_count: usage.objectCount,
  repository_count: usage.repositoryCount,
  uploaded_bytes: usage.uploadedBytes,
  egress_bytes: usage.egressBytes,
  download_count: usage.downloads,
});

export const organizationUsageView = (usage: MeasuredOrganizationUsage): z.input<typeof organizationUsageSchema> => ({
  plan: usage.plan.id,
  period: { start: timestampOf(usage.period.start), end: timestampOf(usage.period.end) },
  limit_bytes: usage.plan.storageBytes,
  limit_is_hard: usage.plan.storageIsHard,
  overage_bytes: usage.overageBytes,
  dedup_ratio: usage.dedupRatio,
  managed: {
    ...modeView(usage.managed),
    reserved_bytes: usage.reservedBytes,
    reclaimable_bytes: usage.reclaimableBytes.managed,
  },
  byos: { ...modeView(usage.byos), reclaimable_bytes: usage.reclaimableBytes.byos },
});

export const valuesSchema = z.strictObject({
  storage_bytes: count.meta({ description: 'At the end of the day; of today, now' }),
  added_bytes: count,
  removed_bytes: count,
  uploaded_bytes: count,
  egress_bytes: count,
});

const seriesDaySchema = z.strictObject({ date, managed: valuesSchema, byos: valuesSchema });

export const usageSeriesQuery = z.object({ days: integerParameter(seriesDays) });
export const usageSeriesReply = z.strictObject({ series: z.array(seriesDaySchema) });

export const valuesView = (values: SeriesValues): z.input<typeof valuesSchema> => ({
  storage_bytes: values.storageBytes,
  added_bytes: values.addedBytes,
  removed_bytes: values.removedBytes,
  uploaded_bytes: values.uploadedBytes,
  egress_bytes: values.egressBytes,
});

export const seriesDayView = ({ day, managed, byos }: SeriesDay): z.input<typeof seriesDaySchema> => ({
  date: dateOf(day),
  managed: valuesView(managed),
  byos: valuesView(byos),
});
