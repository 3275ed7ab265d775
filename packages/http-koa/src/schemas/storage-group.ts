import { type MeasuredGroup } from '@svc/core/model';
import { z } from 'zod';
import { count, description, displayName, timestamp, timestampOf, uuid } from './fields.js';
import { nextCursor } from './parameters.js';

export const storageGroupSchema = z.strictObject({
  id: uuid,
  organization_id: uuid,
  name: z.string(),
  description: z.string(),
  repository_count: count.meta({ description: 'Of the repositories that the caller may know of' }),
  physical_bytes: count.meta({ description: 'What those repositories occupy' }),
  created_at: timestamp,
  updated_at: timestamp,
});

export const storageGroupReply = z.strictObject({ storage_group: storageGroupSchema });
export const storageGroupsReply = z.strictObject({ storage_groups: z.array(storageGroupSchema), next_cursor: nextCursor });

/** Spec 2.8. */
export const createStorageGroupBody = z.strictObject({ name: displayName, description: description.optional() });
export const updateStorageGroupBody = z.strictObject({ name: displayName.optional(), description: description.optional() });

export const storageGroupView = (group: MeasuredGroup): z.input<typeof storageGroupSchema> => ({
  id: group.id,
  organization_id: group.organizationId,
  name: group.name,
  description: group.description,
  repository_count: group.repositoryCount,
  physical_bytes: group.physicalBytes,
  created_at: timestampOf(group.createdAt),
  updated_at: timestampOf(group.updatedAt),
});
