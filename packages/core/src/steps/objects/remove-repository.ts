import { auditEvent } from '../../model/audit-event.js';
import type { Caller } from '../../model/permissions/caller.js';
import { type Repository, storageModeOf } from '../../model/repository.js';
import type { Instant } from '../../model/values/index.js';
import type { Records } from '../../ports/unit-of-work.js';
import { chargeUsage } from '../accounting/charge-usage.js';

/**
 * Takes a repository out of the organization's books, then out of the records; a step of a transaction that holds the organization.
 * Its upload sessions end first: from then on no upload can be finalized, so what is measured next is what leaves the account. Blobs stay where
 * they are, for spec 1 reclaims nothing.
 */
export const removeRepository = async (records: Records, repository: Repository, caller: Caller, now: Instant): Promise<void> => {
  const { id: repositoryId, organizationId, slug, namespace } = repository;
  await records.uploads.expireAllOfRepository(repositoryId, now);
  const reservedBytes = await records.uploads.takeReservationsOfRepository(repositoryId);
  if (reservedBytes > 0) await records.usage.release(organizationId, reservedBytes);
  const { physicalBytes, objectCount } = await records.usage.ofRepository(repositoryId);
  // Files of its chunk tree occupy space before any object is made of them.
  if (objectCount > 0 || physicalBytes > 0) {
    await chargeUsage(records, {
      organizationId,
      repositoryId,
      sessionId: undefined,
      storageMode: storageModeOf(namespace),
      reason: 'repository.deleted',
      bytes: -physicalBytes,
      objects: -objectCount,
      at: now,
    });
  }
  const actorId = caller.userId;
  await records.activity.append({ type: 'repository.deleted', organizationId, actorId, repositoryId, data: {}, at: now });
  await records.repositories.remove(repositoryId);
  await records.audit.append(auditEvent(caller, organizationId, 'repository.delete', repositoryId, now));
  await records.outbox.append({ type: 'repository.deleted', organizationId, repositoryId, occurredAt: now, data: { slug } });
};
