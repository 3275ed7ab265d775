import type { MeasuredRepositoryUsage, Repository } from '@svc/core';
import {
  maxReclaimAfterDays,
  minReclaimAfterDays,
  overrideLevels,
  type RepositoryMember,
  repositoryPermissions,
  repositoryVisibilities,
  type SharedRepository,
  type StorageConnectionId,
  type StorageGroupId,
  storageModes,
  type UserId,
} from '@svc/core/model';
import { z } from 'zod';
import {
  count,
  dedupRatio,
  deduplicate,
  description,
  displayName,
  reclaimableBytes,
  slug,
  timestamp,
  timestampOf,
  uuid,
} from './fields.js';
import { id } from './id.js';
import { nextCursor } from './parameters.js';

const reclaimAfterDays = z.int().min(minReclaimAfterDays).max(maxReclaimAfterDays);

export const repositorySchema = z.strictObject({
  id: uuid,
  organization_id: uuid,
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  visibility: z.enum(repositoryVisibilities),
  storage_mode: z.enum(storageModes),
  storage_connection_id: uuid.optional(),
  storage_group_id: uuid.optional(),
  deduplicate: deduplicate.optional(),
  reclaim_unreachable_after_days: reclaimAfterDays.optional().meta({
    description: 'After so many days objects are removed that nothing keeps and no branch or tag reaches; absent: never',
  }),
  generation: count,
  created_at: timestamp,
  updated_at: timestamp,
});

export const repositoryReply = z.strictObject({ repository: repositorySchema });
export const repositoryWithPermissionsReply = repositoryReply.extend({
  // Optional, so that clients take the answers of servers that do not say it yet.
  permissions: z.array(z.enum(repositoryPermissions)).optional().meta({
    description: 'What the caller may do with it, by role, level, visibility and the scopes of a token; sorted by name',
  }),
});
export const repositoriesReply = z.strictObject({ repositories: z.array(repositorySchema), next_cursor: nextCursor });

/** Spec 2.2. */
export const createRepositoryBody = z.strictObject({
  name: displayName,
  slug: slug.optional(),
  description: description.optional(),
  visibility: z.enum(repositoryVisibilities).optional(),
  storage_mode: z.enum(storageModes).optional(),
  storage_connection_id: id<StorageConnectionId>().optional(),
  storage_group_id: id<StorageGroupId>().optional(),
});

export const updateRepositoryBody = z.strictObject({
  name: displayName.optional(),
  slug: slug.optional(),
  description: description.optional(),
  visibility: z.enum(repositoryVisibilities).optional(),
  storage_group_id: id<StorageGroupId>().nullable().optional().meta({ description: 'null takes it out of its group' }),
  deduplicate: deduplicate.nullable().optional(),
  reclaim_unreachable_after_days: reclaimAfterDays
    .nullable()
    .optional()
    .meta({ description: 'null: never, which is how a repository begins. A change of it needs repository.admin besides' }),
});

export const repositoryView = (repository: Repository) => ({
  id: repository.id,
  organization_id: repository.organizationId,
  name: repository.name,
  slug: repository.slug,
  description: repository.description,
  visibility: repository.visibility,
  storage_mode: repository.storageMode,
  storage_connection_id: repository.storageConnectionId,
  storage_group_id: repository.storageGroupId,
  deduplicate: repository.deduplicate,
  reclaim_unreachable_after_days: repository.reclaimUnreachableAfterDays,
  generation: repository.generation,
  created_at: timestampOf(repository.createdAt),
  updated_at: timestampOf(repository.updatedAt),
});

/** A repository of an organization to which the caller does not belong. */
const sharedRepositorySchema = repositorySchema.extend({
  level: z.enum(overrideLevels),
  shared_at: timestamp,
  organization: z.strictObject({ id: uuid, name: z.string(), slug: z.string() }),
});

export const sharedRepositoriesReply = z.strictObject({
  repositories: z.array(sharedRepositorySchema),
  next_cursor: nextCursor,
});

export const sharedRepositoryView = ({ repository, organization, level, sharedAt }: SharedRepository) => ({
  ...repositoryView(repository),
  level,
  shared_at: timestampOf(sharedAt),
  organization: { id: repository.organizationId, ...organization },
});

export const repositoryUsageReply = z.strictObject({
  usage: z.strictObject({
    object_count: count,
    logical_bytes: count,
    physical_bytes: count,
    uploaded_bytes: count,
    dedup_ratio: dedupRatio,
    reclaimable_bytes: reclaimableBytes,
  }),
});

export const repositoryUsageView = (usage: MeasuredRepositoryUsage) => ({
  object_count: usage.objectCount,
  logical_bytes: usage.logicalBytes,
  physical_bytes: usage.physicalBytes,
  uploaded_bytes: usage.uploadedBytes,
  dedup_ratio: usage.dedupRatio,
  reclaimable_bytes: usage.reclaimableBytes,
});

export const repositoryMemberSchema = z.strictObject({
  user_id: uuid,
  name: z.string(),
  email: z.string().optional(),
  level: z.enum(overrideLevels),
  created_at: timestamp,
});

export const repositoryMemberReply = z.strictObject({ member: repositoryMemberSchema });
export const repositoryMembersReply = z.strictObject({
  members: z.array(repositoryMemberSchema),
  next_cursor: nextCursor,
});
export const setRepositoryMemberBody = z.strictObject({ user_id: id<UserId>(), level: z.enum(overrideLevels) });

export const repositoryMemberView = ({ userId, userName, email, level, createdAt }: RepositoryMember) => ({
  user_id: userId,
  name: userName,
  email,
  level,
  created_at: timestampOf(createdAt),
});
