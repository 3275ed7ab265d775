import type { StorageMode } from './repository.js';
import type { Instant, OrganizationId, RepositoryId, StorageNamespace } from './values/index.js';

/** A repository that is gone, whose bytes are still there. */
export interface DeletedRepository {
  readonly repositoryId: RepositoryId;
  readonly organizationId: OrganizationId;
  readonly namespace: StorageNamespace;
  readonly storageMode: StorageMode;
  /** What its organization is counted for it: what it held, and what its uploads held back. 0 once its bytes were removed. */
  readonly bytes: number;
  readonly deletedAt: Instant;
  /** When it is looked at next. */
  readonly dueAt: Instant;
}
