import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { withLockedRepository } from '../../access/lock-granted.js';
import {
  type Conflict,
  conflict,
  type Forbidden,
  type NotFound,
  notFound,
  type Unavailable,
  unavailable,
} from '../../model/app-error.js';
import { auditEvent, auditFacts } from '../../model/audit-event.js';
import type { Oid } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { WithIndexCaches } from '../../steps/git-history/index-caches.js';
import { findRefusing } from '../../steps/keepers/ask-keepers.js';
import { quarantineObjects } from '../../steps/quarantine/quarantine-objects.js';

export interface RemoveObject {
  readonly oid: Oid;
  /** Also one that branches and tags reach. */
  readonly isForced: boolean;
}

type Problem = NotFound | Conflict | Unavailable;

const askAgainAfterSeconds = 5;

export const removeObject =
  (ports: Pick<Ports, 'unitOfWork' | 'clock' | 'settings'> & WithIndexCaches) =>
  (grant: RepositoryGrant<'repository.admin'>, { oid, isForced }: RemoveObject): ResultAsync<void, Problem | Forbidden> =>
    withLockedRepository(ports, grant, async (records, { caller, repository }): Promise<Result<void, Problem>> => {
      const { organizationId, repositoryId } = repository;
      const now = ports.clock.now();
      const present = (await records.quarantine.find(repositoryId, [oid])).get(oid);
      if (present?.state === 'quarantined') return ok();
      const sizeBytes = (await records.objects.findSizes(repositoryId, [oid])).get(oid);
      if (sizeBytes === undefined) return err(notFound);
      const refusing = await findRefusing({ records, indexCaches: ports.indexCaches, repository, oid, now }, isForced);
      if (refusing.length > 0) return err({ ...conflict('object_kept'), keptBy: refusing });
      const removed = await quarantineObjects(ports, records, repository, [oid], { removedBy: caller.userId, at: now });
      // The bytes of an earlier one are being removed.
      if (removed.length === 0) return err(unavailable('storage', askAgainAfterSeconds));
      const details = auditFacts({ oid, size: sizeBytes, force: isForced ? true : undefined });
      await records.audit.append(auditEvent(caller, organizationId, 'repository.object.remove', repositoryId, now, details));
      return ok();
    });
