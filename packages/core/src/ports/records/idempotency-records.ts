import type { Instant, RepositoryId, UserId } from '../../model/values/index.js';

/** Whose key, for what: the same text of another user, operation or repository is another key. */
export interface IdempotencyScope {
  readonly userId: UserId;
  readonly operation: 'uploads.open' | 'snapshots.create';
  readonly repositoryId: RepositoryId;
  readonly key: string;
}

export interface IdempotencyEntry {
  /** Tells two requests with one key apart. */
  readonly requestFingerprint: string;
  /** The id of what the first request made. */
  readonly outcomeId: string;
}

export interface IdempotencyQueries {
  find(scope: IdempotencyScope): Promise<IdempotencyEntry | undefined>;
}

export interface IdempotencyRecords extends IdempotencyQueries {
  /** False, and nothing written, when the key was used. */
  add(scope: IdempotencyScope, entry: IdempotencyEntry, createdAt: Instant): Promise<boolean>;
  /** Forgets at most `limit` of the keys that were first used before `createdBefore`, and answers how many. */
  removeOlder(createdBefore: Instant, limit: number): Promise<number>;
}
