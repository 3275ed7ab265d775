import type { ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import type { Forbidden, NotFound, QuotaExceeded, Unavailable } from '../../model/app-error.js';
import type { Lock } from '../../model/lock.js';
import type { Page, PageRequest } from '../../model/values/page.js';
import type { Ports } from '../../ports/ports.js';
import { type CreatedLock, createLock } from './create-lock.js';
import { listLocks, type ListLocks, type LocksByOwner, verifyLocks } from './list-locks.js';
import { unlock, type Unlock } from './unlock.js';

/** Git LFS file locks (spec 4.10). */
export interface Locks {
  /** Locks a path for the caller; returns the existing lock when the path is locked. `quota_exceeded` with `max_locks`. */
  readonly create: (
    grant: RepositoryGrant<'repository.push'>,
    command: { readonly path: string },
  ) => ResultAsync<CreatedLock, NotFound | Forbidden | QuotaExceeded | Unavailable>;

  /** Lists the locks of the repository: all, or those of one path or one id. */
  readonly list: (grant: RepositoryGrant<'repository.pull'>, command: ListLocks) => ResultAsync<Page<Lock>, Unavailable>;

  /** Lists one page of locks as a client asks for them before a push, split into the caller's and everybody else's. */
  readonly verify: (grant: RepositoryGrant<'repository.push'>, page: PageRequest) => ResultAsync<LocksByOwner, Unavailable>;

  /** Removes a lock. `forbidden` with `not_lock_owner` for another user's lock without `force`. */
  readonly unlock: (
    grant: RepositoryGrant<'repository.push'>,
    command: Unlock,
  ) => ResultAsync<Lock, NotFound | Forbidden | Unavailable>;
}

export const createLocks = (ports: Ports): Locks => ({
  create: createLock(ports),
  list: listLocks(ports),
  verify: verifyLocks(ports),
  unlock: unlock(ports),
});
