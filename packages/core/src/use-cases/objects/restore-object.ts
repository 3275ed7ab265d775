import { err, ok, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { withLockedRepository } from '../../access/lock-granted.js';
import { type Conflict, conflict, type Forbidden, type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import { auditEvent, auditFacts } from '../../model/audit-event.js';
import type { StoredObject } from '../../model/objects/stored-object.js';
import type { Oid, RepositoryId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import { restoreUnread } from '../../steps/quarantine/restore-unread.js';

export const restoreObject =
  (ports: Pick<Ports, 'unitOfWork' | 'clock' | 'settings'>, onRestored: (repositoryId: RepositoryId) => void) =>
  (
    grant: RepositoryGrant<'repository.admin'>,
    oid: Oid,
  ): ResultAsync<StoredObject, NotFound | Forbidden | Conflict | Unavailable> =>
    withLockedRepository(ports, grant, async (records, { caller, repository }) => {
      const { organizationId, repositoryId } = repository;
      const found = (await records.quarantine.find(repositoryId, [oid])).get(oid);
      if (found === undefined || found.state === 'converted') return err(notFound);
      const now = ports.clock.now();
      // Before the object, as who registers it does: otherwise each might wait for the other.
      await records.usage.hold(repository);
      const [restored] = found.state === 'quarantined' ? await restoreUnread(ports, records, repository, [found], now) : [];
      if (restored === undefined) return err(conflict('object_gone'));
      await records.repositories.bumpGeneration(repositoryId, now);
      const details = auditFacts({ oid, size: restored.sizeBytes });
      await records.audit.append(auditEvent(caller, organizationId, 'repository.object.restore', repositoryId, now, details));
      return ok(restored);
    }).andTee(() => onRestored(grant.repository.repositoryId));
