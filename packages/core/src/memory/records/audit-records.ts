import type { AuditEntry, AuditEvent } from '../../model/audit-event.js';
import { beyondSchedule } from '../../model/values/index.js';
import type { AuditQueries, AuditRecords } from '../../ports/records/audit-records.js';
import type { DraftTables, ReadableTables } from '../tables.js';

/** What two events have in common that tell of the same, at different times and from different places. */
const subjectOf = ({ organizationId, action, actorId, actorTokenId, target, details }: AuditEvent): string =>
  JSON.stringify([organizationId, action, actorId ?? null, actorTokenId ?? null, target, details]);

export const auditQueries = (tables: ReadableTables): AuditQueries => ({
  latest: async (organizationId, limit) =>
    tables.auditEvents
      .where((event) => event.organizationId === organizationId)
      .map((event, at): AuditEntry => {
        const user = event.actorId === undefined ? undefined : tables.users.get(event.actorId);
        return { ...event, id: String(at), actor: user && { name: user.name, email: user.email } };
      })
      .toReversed()
      .slice(0, limit),
  lastSame: async (event, since) => {
    const until = beyondSchedule(event.at, 0);
    const same = tables.auditEvents.where(
      (known) => known.at >= since && known.at <= until && subjectOf(known) === subjectOf(event),
    );
    return same.length === 0 ? undefined : Math.max(...same.map(({ at }) => at));
  },
});

export const auditRecords = (tables: DraftTables): AuditRecords => ({
  ...auditQueries(tables),
  append: async (event) => void tables.auditEvents.append(event),
});
