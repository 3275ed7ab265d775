import { ok, type Result, type ResultAsync } from 'neverthrow';
import type { Unavailable } from '../../model/app-error.js';
import { auditFacts, operatorAuditEvent } from '../../model/audit-event.js';
import { bucketPatienceMs, type DeletedRepository, nextAttemptMs } from '../../model/deleted-repository.js';
import type { NotificationType } from '../../model/notifications/notification.js';
import type { StorageConnection } from '../../model/storage-connections/storage-connection.js';
import type { Instant, RepositoryId, StorageConnectionId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Records } from '../../ports/unit-of-work.js';
import { notifyManagers } from '../../steps/notify/notify-managers.js';

export type RefusalPorts = Pick<Ports, 'unitOfWork' | 'clock' | 'random' | 'mailer' | 'settings'>;

/** Forgets what lies in a bucket that cannot be reached, with a word in the audit log; false when somebody else was quicker. */
const abandon = async (
  records: Records,
  deleted: DeletedRepository,
  reason: 'connection_gone' | 'bucket_refuses',
  now: Instant,
): Promise<boolean> => {
  if (!(await records.repositories.removeDeleted(deleted))) return false;
  const { organizationId, repositoryId, namespace, bytes } = deleted;
  const details = auditFacts({ reason, namespace, bytes });
  await records.audit.append(operatorAuditEvent(organizationId, 'repository.reclaim.abandoned', repositoryId, now, details));
  return true;
};

/** Of one whose connection is gone: without its login nothing can be removed any more. */
export const abandonUnreachable = (
  { unitOfWork, clock }: RefusalPorts,
  deleted: DeletedRepository,
): ResultAsync<boolean, Unavailable> =>
  unitOfWork.transact(async (records): Promise<Result<boolean, never>> =>
    ok(await abandon(records, deleted, 'connection_gone', clock.now())),
  );

const tell = (
  ports: RefusalPorts,
  records: Records,
  { organizationId, id, name, address: { bucket, prefix } }: StorageConnection,
  type: NotificationType,
  facts: Readonly<Record<string, string | number>>,
  now: Instant,
): Promise<void> => {
  const below = prefix === '' ? `connections/${id}` : `${prefix}/connections/${id}`;
  const data = { storage_connection_id: id, connection_name: name, bucket, prefix: below, ...facts };
  const isMailed = type === 'storage.reclaim.abandoned';
  return notifyManagers(ports, records, { organizationId, type, data }, { isMailed }, now);
};

/** Has the bucket asked again for one, later the longer it refuses. */
const putOff = async (records: Records, deleted: DeletedRepository, now: Instant): Promise<void> => {
  const { organizationId, repositoryId, namespace, bytes, failingSince = now } = deleted;
  const dueAt = now + nextAttemptMs(now - failingSince);
  const isMine = await records.repositories.updateDeleted(deleted, { bytes, dueAt, failingSince });
  if (!isMine || deleted.failingSince !== undefined) return;
  const details = auditFacts({ namespace, bytes });
  await records.audit.append(operatorAuditEvent(organizationId, 'repository.reclaim.failing', repositoryId, now, details));
};

/**
 * Writes down that a bucket refuses to have removed what is due there, or does not answer, and tells the organization of it once. What it has refused for too
 * long is given up: answers which. The login goes with the last of them.
 */
export const noteRefusal = (
  ports: RefusalPorts,
  connectionId: StorageConnectionId,
): ResultAsync<readonly RepositoryId[], Unavailable> =>
  ports.unitOfWork.transact(async (records): Promise<Result<readonly RepositoryId[], never>> => {
    const now = ports.clock.now();
    const connection = await records.connections.findForRouting(connectionId);
    const all = await records.repositories.listDeletedIn(connectionId);
    const abandoned: RepositoryId[] = [];
    for (const deleted of all.filter(({ dueAt }) => dueAt <= now)) {
      const isOver = deleted.failingSince !== undefined && now - deleted.failingSince >= bucketPatienceMs;
      if (!isOver) await putOff(records, deleted, now);
      else if (await abandon(records, deleted, 'bucket_refuses', now)) abandoned.push(deleted.repositoryId);
    }
    if (connection !== undefined) {
      const isNew = all.every(({ failingSince }) => failingSince === undefined);
      const retriedUntil = new Date(now + bucketPatienceMs).toISOString();
      if (isNew) await tell(ports, records, connection, 'storage.reclaim.failing', { retried_until: retriedUntil }, now);
      const repositories = abandoned.length;
      if (repositories > 0) await tell(ports, records, connection, 'storage.reclaim.abandoned', { repositories }, now);
    }
    await records.connections.forgetRetired(connectionId);
    return ok(abandoned);
  });
