import { auditChanges, auditEvent } from '../../model/audit-event.js';
import type { Caller } from '../../model/permissions/caller.js';
import { type Repository, storageModeOf } from '../../model/repository.js';
import { revokedTokens } from '../../model/revoked-tokens.js';
import type { HeldByRepository } from '../../model/uploads/upload-session.js';
import { DAY_MS, type Instant } from '../../model/values/index.js';
import type { Records } from '../../ports/unit-of-work.js';
import { chargeUsage } from '../accounting/charge-usage.js';

/** When nothing else is set. */
const deletedRepositoryGraceMs = DAY_MS;

interface Left extends HeldByRepository {
  readonly physicalBytes: number;
  readonly quarantinedBytes: number;
}

/** Notes what lies in storage, and counts it as reclaimable where it counts against the plan; what is in quarantine is counted as that already. */
const keepCounted = async (
  records: Records,
  { id: repositoryId, organizationId, namespace }: Repository,
  { open, ended, physicalBytes, quarantinedBytes }: Left,
  deletedAt: Instant,
  dueAt: Instant,
): Promise<void> => {
  const storageMode = storageModeOf(namespace);
  const bytes = physicalBytes + quarantinedBytes + open + ended;
  await records.repositories.addDeleted({
    repositoryId,
    organizationId,
    namespace,
    storageMode,
    bytes,
    deletedAt,
    dueAt,
    failingSince: undefined,
  });
  if (storageMode === 'byos') return;
  await records.usage.keep(organizationId, open);
  await records.usage.countReclaimable(organizationId, physicalBytes);
};

/**
 * Takes a repository out of the organization's books, then out of the records; a step of a transaction that holds the organization.
 * Its upload sessions end first: from then on no upload can be finalized, so what is measured next is what leaves the account. Blobs stay where
 * they are until the grace is over, and are counted until they are gone.
 */
export const removeRepository = async (
  records: Records,
  repository: Repository,
  caller: Caller,
  now: Instant,
  graceMs: number = deletedRepositoryGraceMs,
): Promise<void> => {
  const { id: repositoryId, organizationId, name, slug, visibility, namespace } = repository;
  const held = await records.uploads.takeReservationsOfRepository(repositoryId);
  await records.uploads.expireAllOfRepository(repositoryId, now);
  const { physicalBytes, objectCount } = await records.usage.ofRepository(repositoryId);
  const { bytes: quarantinedBytes } = await records.quarantine.totals(repositoryId);
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
  await keepCounted(records, repository, { ...held, physicalBytes, quarantinedBytes }, now, now + graceMs);
  const actorId = caller.userId;
  await records.activity.append({ type: 'repository.deleted', organizationId, actorId, repositoryId, data: {}, at: now });
  const tokens = await records.tokens.revokeAllOfRepository(organizationId, repositoryId, now);
  await records.repositories.remove(repositoryId);
  const details = { ...auditChanges({ name, slug, visibility }, {}), ...revokedTokens(tokens) };
  await records.audit.append(auditEvent(caller, organizationId, 'repository.delete', repositoryId, now, details));
  await records.outbox.append({ type: 'repository.deleted', organizationId, repositoryId, occurredAt: now, data: { slug } });
};
