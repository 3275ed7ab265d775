import type { AuditRecords } from '../../ports/records/audit-records.js';
import type { DraftTables } from '../tables.js';

export const auditRecords = (tables: DraftTables): AuditRecords => ({
  append: async (event) => tables.auditEvents.append(event),
});
