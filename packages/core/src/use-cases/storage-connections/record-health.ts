import { auditChanges, type AuditDetails, type AuditEvent, auditFacts } from '../../model/audit-event.js';
import type { ConnectionHealth, StorageConnection } from '../../model/storage-connections/storage-connection.js';
import type { Records } from '../../ports/unit-of-work.js';

/** What the audit log tells of a check. */
export const healthDetails = ({ name, health: before }: StorageConnection, { isHealthy }: ConnectionHealth): AuditDetails => ({
  ...auditFacts({ name, healthy: isHealthy }),
  ...auditChanges({ healthy: before.isHealthy }, { healthy: isHealthy }),
});

/** Writes what the checks of this revision have found, and that a bucket which had passed them no longer does. False when it was changed meanwhile. */
export const recordHealth = async (
  records: Records,
  connection: StorageConnection,
  health: ConnectionHealth,
  trace: Omit<AuditEvent, 'action'>,
): Promise<boolean> => {
  if (!(await records.connections.recordHealth(connection.id, connection.revision, health))) return false;
  if (connection.health.isHealthy && !health.isHealthy) {
    const details = healthDetails(connection, health);
    await records.audit.append({ ...trace, action: 'storage_connection.unhealthy', details });
  }
  return true;
};
