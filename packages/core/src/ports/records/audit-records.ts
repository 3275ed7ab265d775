import type { AuditEvent } from '../../audit/audit-event.js';

export interface AuditRecords {
  append(event: AuditEvent): Promise<void>;
}
