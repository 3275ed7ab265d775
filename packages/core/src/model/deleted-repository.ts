import type { StorageMode } from './repository.js';
import { DAY_MS, HOUR_MS, type Instant, type OrganizationId, type RepositoryId, type StorageNamespace } from './values/index.js';

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
  /** Since when the customer's bucket that it lies in has refused to have it removed, or does not answer; undefined when that is not so. */
  readonly failingSince: Instant | undefined;
}

/** What of a deleted repository changes until it is forgotten. */
export type DeletedRepositoryChange = Pick<DeletedRepository, 'bytes' | 'dueAt' | 'failingSince'>;

/** For how long a customer's bucket is asked again that refuses to have the bytes of a deleted repository removed. */
export const bucketPatienceMs = 30 * DAY_MS;

/** How long after a refusal the bucket is asked again: after as long as it has been refusing, at least an hour and at most a day. */
export const nextAttemptMs = (failingForMs: number): number => Math.min(Math.max(failingForMs, HOUR_MS), DAY_MS);
