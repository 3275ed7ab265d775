import type { AuditEvent } from '../../model/audit-event.js';
import type { ConnectionHealth, StorageConnection } from '../../model/storage-connections/storage-connection.js';
import type { Records } from '../../ports/unit-of-work.js';

/** Writes what the checks of this revision have found, and that a bucket which had passed them no longer does. False when it was changed meanwhile. */
export const recordHealth = async (
  records: Records,
  connection: StorageConnection,
  health: ConnectionHealth,
  trace: Omit<AuditEvent, 'action'>,
): Promise<boolean> => {
  if (!(await records.connections.recordHealth(connection.id, connection.revision, health))) return false;
  if (connection.health.isHealthy && !health.isHealthy) {
    await records.audit.append({ ...trace, action: 'storage_connection.unhealthy' });
  }
  return true;
};
