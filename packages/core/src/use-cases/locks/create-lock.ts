import { err, ok, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { withRegrantedRepository } from '../../access/lock-granted.js';
import { type Forbidden, invariant, type NotFound, type QuotaExceeded, type Unavailable } from '../../model/app-error.js';
import type { Lock } from '../../model/lock.js';
import { limitsOf } from '../../model/quotas/limits.js';
import { type LockId, trusted } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';

/** `exists`: somebody holds the path already, with this lock. */
export interface CreatedLock {
  readonly kind: 'created' | 'exists';
  readonly lock: Lock;
}

export const createLock =
  (ports: Pick<Ports, 'unitOfWork' | 'clock' | 'random' | 'settings'>) =>
  (
    grant: RepositoryGrant<'repository.push'>,
    command: { readonly path: string },
  ): ResultAsync<CreatedLock, NotFound | Forbidden | QuotaExceeded | Unavailable> =>
    withRegrantedRepository(ports, grant, async (records) => {
      const { repositoryId } = grant.repository;
      const lock: Lock = {
        id: trusted<LockId>(ports.random.uuid()),
        repositoryId,
        path: command.path,
        ownerId: grant.caller.userId,
        ownerName: grant.caller.userName,
        lockedAt: ports.clock.now(),
      };
      const { locksPerRepository: limit } = limitsOf(ports.settings);
      const added = await records.locks.add(lock, limit);
      if (added === 'full') return err({ kind: 'quota_exceeded', reason: 'max_locks', limit, current: limit });
      if (added === 'added') return ok<CreatedLock>({ kind: 'created', lock });
      const existing = await records.locks.findByPath(repositoryId, command.path);
      invariant(existing !== undefined, 'a path that cannot be locked has a lock');
      return ok<CreatedLock>({ kind: 'exists', lock: existing });
    });
