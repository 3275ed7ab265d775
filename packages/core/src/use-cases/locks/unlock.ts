import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { withRegrantedRepository } from '../../access/lock-granted.js';
import { type Forbidden, type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import { auditEvent, auditFacts } from '../../model/audit-event.js';
import type { Lock } from '../../model/lock.js';
import type { LockId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';

export interface Unlock {
  readonly lockId: LockId;
  /** Whether to break another user's lock; who may push may do so, and the audit log tells of it. */
  readonly force: boolean;
}

export const unlock =
  (ports: Pick<Ports, 'unitOfWork' | 'clock'>) =>
  (grant: RepositoryGrant<'repository.push'>, command: Unlock): ResultAsync<Lock, NotFound | Forbidden | Unavailable> =>
    withRegrantedRepository(ports, grant, async (records): Promise<Result<Lock, NotFound | Forbidden>> => {
      const { repositoryId, organizationId } = grant.repository;
      const lock = await records.locks.find(repositoryId, command.lockId);
      if (lock === undefined) return err(notFound);
      const isOwn = lock.ownerId === grant.caller.userId;
      if (!isOwn && !command.force) return err({ kind: 'forbidden', reason: 'not_lock_owner' });
      if (!(await records.locks.remove(repositoryId, lock.id))) return err(notFound);
      if (!isOwn) {
        const details = auditFacts({ repository_id: repositoryId, owner_id: lock.ownerId, owner_name: lock.ownerName });
        await records.audit.append(
          auditEvent(grant.caller, organizationId, 'repository.lock.force_unlock', lock.path, ports.clock.now(), details),
        );
      }
      return ok(lock);
    });
