import type { AuditQueries, AuditRecords } from '@svc/core/ports';
import type { SqlSource } from './sql-source.js';

export const auditQueries = ({ db }: SqlSource): AuditQueries => ({
  latest: async (organizationId, limit) => {
    const rows = await db
      .selectFrom('audit_events')
      .leftJoin('users', 'users.id', 'audit_events.actor_id')
      .selectAll('audit_events')
      .select(['users.name', 'users.email'])
      .where('audit_events.organization_id', '=', organizationId)
      .orderBy('audit_events.at', 'desc')
      .orderBy('audit_events.sequence', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      id: String(row.sequence),
      organizationId: row.organization_id,
      action: row.action,
      actorId: row.actor_id ?? undefined,
      actor: row.name === null ? undefined : { name: row.name, email: row.email ?? undefined },
      actorTokenId: row.actor_token_id ?? undefined,
      target: row.target,
      address: row.address ?? undefined,
      userAgent: row.user_agent ?? undefined,
      at: row.at,
    }));
  },
});

export const auditRecords = (source: SqlSource): AuditRecords => ({
  append: async ({ organizationId, action, actorId, actorTokenId, target, address, userAgent, at }) => {
    const values = [
      organizationId,
      action,
      actorId ?? null,
      actorTokenId ?? null,
      target,
      address ?? null,
      userAgent ?? null,
      at,
    ];
    await source.lookUps.addAuditEvent(source.db, values);
  },
  ...auditQueries(source),
});
