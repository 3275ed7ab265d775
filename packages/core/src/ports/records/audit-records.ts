import type { AuditEntry, AuditEvent } from '../../model/audit-event.js';
import type { OrganizationId } from '../../model/values/index.js';

export interface AuditQueries {
  /** Of the organization, newest first; of one instant the one that was appended last. At most `limit`. */
  latest(organizationId: OrganizationId, limit: number): Promise<readonly AuditEntry[]>;
}

export interface AuditRecords extends AuditQueries {
  append(event: AuditEvent): Promise<void>;
}
