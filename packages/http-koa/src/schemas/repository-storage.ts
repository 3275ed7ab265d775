import type { ListedFolders, StorageSeriesDay, StorageSummary, Unreachable } from '@svc/core';
import { artifactTypes, type Folder, lookDoubts, maxFolderPathLength, seriesDays, storageModes } from '@svc/core/model';
import type { ObjectTotals } from '@svc/core/ports';
import { z } from 'zod';
import { count, dedupRatio, optionalTimestampOf, reclaimableBytes, timestamp, uuid } from './fields.js';
import { integerParameter, nextCursor, pageQuery } from './parameters.js';
import { date, dateOf, valuesSchema, valuesView } from './usage.js';

const storageDaySchema = valuesSchema.extend({ date, download_count: count });

export const storageSeriesQuery = z.object({ days: integerParameter(seriesDays) });
export const storageSeriesReply = z.strictObject({ series: z.array(storageDaySchema) });

export const storageDayView = (day: StorageSeriesDay): z.input<typeof storageDaySchema> => ({
  date: dateOf(day.day),
  ...valuesView(day),
  download_count: day.downloads,
});

const totalsSchema = z.strictObject({
  object_count: count,
  logical_bytes: count,
  physical_bytes: count.meta({ description: 'What these objects alone have added to the storage' }),
});

const totalsView = ({ objectCount, logicalBytes, physicalBytes }: ObjectTotals): z.input<typeof totalsSchema> => ({
  object_count: objectCount,
  logical_bytes: logicalBytes,
  physical_bytes: physicalBytes,
});

const unreachableSchema = z.strictObject({
  reclaim_after_days: count,
  object_count: count,
  logical_bytes: count,
  reclaimable_bytes: count.meta({ description: 'What is rid of with them alone: of objects in chunks nothing is known' }),
  since: timestamp.optional().meta({ description: 'Since when the first of them is known to be unreachable' }),
  looked_at: timestamp.optional(),
  doubt: z.enum(lookDoubts).optional().meta({ description: 'Why the last look could not tell what is unreachable' }),
});

const unreachableView = (found: Unreachable): z.input<typeof unreachableSchema> => ({
  reclaim_after_days: found.reclaimAfterDays,
  object_count: found.objects,
  logical_bytes: found.logicalBytes,
  reclaimable_bytes: found.bytes,
  since: optionalTimestampOf(found.oldestSince),
  looked_at: optionalTimestampOf(found.lookedAt),
  doubt: found.doubt,
});

const summarySchema = z.strictObject({
  storage_mode: z.enum(storageModes),
  storage_connection_id: uuid.optional(),
  object_count: count,
  logical_bytes: count,
  physical_bytes: count.meta({ description: 'All that the repository occupies' }),
  dedup_ratio: dedupRatio,
  reclaimable_bytes: reclaimableBytes,
  unreachable: unreachableSchema.optional().meta({
    description: 'Objects that nothing keeps and no branch or tag reaches, where the repository has them removed',
  }),
  layouts: z.strictObject({
    whole: totalsSchema,
    chunks: totalsSchema.extend({
      physical_bytes: count.meta({ description: 'All files of the chunk tree, also those of which no object was made yet' }),
    }),
  }),
  converted: z
    .strictObject({
      object_count: count,
      former_bytes: count.meta({ description: 'What they occupied whole' }),
      added_bytes: count.meta({ description: 'What they have added to the chunk tree' }),
      restored_count: count.meta({ description: 'Those that were read often and made whole again' }),
      restored_bytes: count.meta({ description: 'What these occupied when they were made whole again' }),
    })
    .meta({ description: 'Objects that came whole and that the service has cut into chunks, since the repository was made' }),
  types: z.array(totalsSchema.extend({ type: z.enum(artifactTypes) })),
});

export const storageSummaryReply = z.strictObject({ storage: summarySchema });

export const storageSummaryView = (summary: StorageSummary): z.input<typeof summarySchema> => ({
  storage_mode: summary.storageMode,
  storage_connection_id: summary.storageConnectionId,
  ...totalsView(summary),
  dedup_ratio: summary.dedupRatio,
  reclaimable_bytes: summary.reclaimableBytes,
  unreachable: summary.unreachable && unreachableView(summary.unreachable),
  layouts: { whole: totalsView(summary.layouts.whole), chunks: totalsView(summary.layouts.chunks) },
  converted: {
    object_count: summary.converted.objects,
    former_bytes: summary.converted.formerBytes,
    added_bytes: summary.converted.addedBytes,
    restored_count: summary.converted.restoredObjects,
    restored_bytes: summary.converted.restoredBytes,
  },
  types: summary.types.map((totals) => ({ type: totals.type, ...totalsView(totals) })),
});

const folderSchema = totalsSchema.extend({ path: z.string() });

export const foldersQuery = pageQuery.extend({
  path: z.string().max(maxFolderPathLength).default('').meta({ description: 'The folder; without it, the outermost' }),
});
export const foldersReply = z.strictObject({
  folder: folderSchema.meta({ description: 'With all that lies below it' }),
  unnamed: totalsSchema
    .optional()
    .meta({ description: 'Objects without a name, which lie in no folder; of the outermost alone' }),
  folders: z.array(folderSchema).meta({ description: 'Directly in it, those with most logical bytes first' }),
  next_cursor: nextCursor,
});

const folderView = (folder: Folder): z.input<typeof folderSchema> => ({ path: folder.path, ...totalsView(folder) });

export const foldersView = ({ folder, unnamed, folders }: ListedFolders): z.input<typeof foldersReply> => ({
  folder: folderView(folder),
  unnamed: unnamed && totalsView(unnamed),
  folders: folders.items.map(folderView),
  next_cursor: folders.nextCursor,
});
