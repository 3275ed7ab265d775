import type { DeduplicationMode } from './conversions/deduplication-mode.js';
import type { OverrideLevel } from './permissions/repository-override.js';
import {
  connectionOf,
  type Instant,
  type OrganizationId,
  type RepositoryId,
  type Slug,
  type StorageConnectionId,
  type StorageGroupId,
  type StorageNamespace,
  type UserId,
} from './values/index.js';

export const repositoryVisibilities = ['PRIVATE', 'INTERNAL', 'PUBLIC'] as const;
export type RepositoryVisibility = (typeof repositoryVisibilities)[number];

export const storageModes = ['managed', 'byos'] as const;
export type StorageMode = (typeof storageModes)[number];

/** The namespace was made with the repository, so it says for ever where its bytes lie and who pays for them. */
export const storageModeOf = (namespace: StorageNamespace): StorageMode =>
  connectionOf(namespace) === undefined ? 'managed' : 'byos';

export interface Repository {
  readonly id: RepositoryId;
  readonly organizationId: OrganizationId;
  readonly name: string;
  /** Unique within the organization. */
  readonly slug: Slug;
  readonly description: string;
  readonly visibility: RepositoryVisibility;
  /** Fixed at creation (spec 1). */
  readonly storageMode: StorageMode;
  readonly storageConnectionId: StorageConnectionId | undefined;
  readonly storageGroupId: StorageGroupId | undefined;
  /** Undefined where its organization says it. */
  readonly deduplicate: DeduplicationMode | undefined;
  readonly namespace: StorageNamespace;
  /** After so many days objects are removed that nothing keeps and no branch or tag reaches; undefined: never. */
  readonly reclaimUnreachableAfterDays: number | undefined;
  /** Rises by one with each finalized upload that registered objects, never falls. */
  readonly generation: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A user's own level on one repository. */
export interface RepositoryMember {
  readonly repositoryId: RepositoryId;
  readonly userId: UserId;
  readonly userName: string;
  readonly email: string | undefined;
  readonly level: OverrideLevel;
  readonly createdAt: Instant;
}

/** A repository of somebody else's organization, as one sees it who has a level of their own there. */
export interface SharedRepository {
  readonly repository: Repository;
  readonly organization: { readonly name: string; readonly slug: Slug };
  readonly level: OverrideLevel;
  /** When the level was given. */
  readonly sharedAt: Instant;
}

export const maxDescriptionLength = 4000;

export const healthProblems = [
  'storage_unhealthy',
  'storage_damaged',
  'stale_uploads',
  'verification_overdue',
  'files_overdue',
  'objects_missing',
  'index_behind',
] as const;
export type HealthProblem = (typeof healthProblems)[number];
export const repositoryHealthStatuses = ['healthy', 'degraded', 'unhealthy'] as const;
/** `unhealthy`: its objects cannot be read or written, as far as is known. `degraded`: something else does not come to an end. */
export type RepositoryHealthStatus = (typeof repositoryHealthStatuses)[number];
