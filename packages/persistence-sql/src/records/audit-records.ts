import type { AuditRecords } from '@svc/core';
import type { SqlSource } from './sql-source.js';

export const auditRecords = ({ db }: SqlSource): AuditRecords => ({
  append: async (event) => {
    await db
      .insertInto('audit_events')
      .values({
        organization_id: event.organizationId,
        action: event.action,
        actor_id: event.actorId ?? null,
        actor_token_id: event.actorTokenId ?? null,
        target: event.target,
        address: event.address ?? null,
        user_agent: event.userAgent ?? null,
        at: event.at,
      })
      .execute();
  },
});
