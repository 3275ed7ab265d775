import type { RepositoryHealth } from '@svc/core';
import { healthProblems, repositoryHealthStatuses, storageModes } from '@svc/core/model';
import type { Backlog } from '@svc/core/ports';
import { z } from 'zod';
import { count, optionalTimestampOf, timestamp, timestampOf, uuid } from './fields.js';

const backlogSchema = z.strictObject({
  count,
  oldest_at: timestamp.optional().meta({ description: 'Since when the first of them' }),
});

const backlogView = ({ count: found, oldestAt }: Backlog): z.input<typeof backlogSchema> => ({
  count: found,
  oldest_at: optionalTimestampOf(oldestAt),
});

const healthSchema = z.strictObject({
  status: z.enum(repositoryHealthStatuses),
  problems: z.array(z.enum(healthProblems)),
  storage: z.strictObject({
    mode: z.enum(storageModes),
    connection: z
      .strictObject({ id: uuid, status: z.enum(['healthy', 'unhealthy']), checked_at: timestamp })
      .optional()
      .meta({ description: 'What the last check of the bucket has found' }),
  }),
  last_verified_at: timestamp.optional().meta({ description: 'When the last object was verified and became visible' }),
  pending_verifications: backlogSchema
    .extend({ bytes: count })
    .meta({ description: 'Objects of the chunk tree whose verification was put off' }),
  receiving_files: backlogSchema.meta({ description: 'Files of the chunk tree that have not come whole yet' }),
  open_uploads: backlogSchema.meta({ description: 'Upload sessions that are open' }),
  stale_uploads: z
    .strictObject({ count, reserved_bytes: count })
    .meta({ description: 'Those of them that were opened more than three hours ago and hold bytes back, 100 at most' }),
  damaged: backlogSchema.meta({
    description: 'Objects and files of the chunk tree that are known to be damaged; pushing the objects again heals them',
  }),
  locks: backlogSchema,
  git_index: z.strictObject({
    indexed: z.boolean(),
    generation: count,
    indexed_at: timestamp.optional(),
    missing_objects: count.meta({ description: 'Objects that LFS pointers of the index name and the repository does not have' }),
    unindexed_objects: backlogSchema.meta({
      description: 'Objects that came since the index was last sent, and that it names none of; 1,000 at most',
    }),
  }),
});

export const repositoryHealthReply = z.strictObject({ health: healthSchema });

const storageView = ({
  storageMode,
  storageConnectionId,
  connection,
}: RepositoryHealth['storage']): z.input<typeof healthSchema>['storage'] => {
  if (storageConnectionId === undefined || connection === undefined) return { mode: storageMode };
  const { isHealthy, checkedAt } = connection;
  const status = isHealthy ? 'healthy' : 'unhealthy';
  return { mode: storageMode, connection: { id: storageConnectionId, status, checked_at: timestampOf(checkedAt) } };
};

export const repositoryHealthView = (health: RepositoryHealth): z.input<typeof healthSchema> => ({
  status: health.status,
  problems: [...health.problems],
  storage: storageView(health.storage),
  last_verified_at: optionalTimestampOf(health.lastVerifiedAt),
  pending_verifications: { ...backlogView(health.pendingVerifications), bytes: health.pendingVerifications.bytes },
  receiving_files: backlogView(health.receivingFiles),
  open_uploads: backlogView(health.openSessions),
  stale_uploads: { count: health.staleSessions.count, reserved_bytes: health.staleSessions.reservedBytes },
  damaged: backlogView(health.damaged),
  locks: backlogView(health.locks),
  git_index: {
    indexed: health.gitIndex.isIndexed,
    generation: health.gitIndex.index?.generation ?? 0,
    indexed_at: optionalTimestampOf(health.gitIndex.index?.indexedAt),
    missing_objects: health.gitIndex.missingObjects,
    unindexed_objects: backlogView(health.gitIndex.unindexed),
  },
});
