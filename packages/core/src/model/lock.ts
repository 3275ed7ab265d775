import type { Instant, LockId, RepositoryId, UserId } from './values/index.js';

/** One user's claim to a path of a Git repository (Git LFS File Locking). A path has at most one lock. */
export interface Lock {
  readonly id: LockId;
  readonly repositoryId: RepositoryId;
  /** Relative to the root of the Git repository, as the client spells it. */
  readonly path: string;
  readonly ownerId: UserId;
  readonly ownerName: string;
  readonly lockedAt: Instant;
}

/** Without an empty segment, `.` and `..`: no file of a Git repository has such a path, and git-lfs sends none. */
export const lockPathPattern = /^(?!(?:.*\/)?\.{0,2}(?:\/|$))/;

/** Of UTF-8. A lock is found by its path, and PostgreSQL keeps no longer text in an index, though Linux has paths of 4,096 bytes. */
export const maxLockPathBytes = 2500;
