import { type AuditDetails, beyondSchedule, invariant } from '@svc/core/model';
import type { AuditQueries, AuditRecords } from '@svc/core/ports';
import type { SqlSource } from './sql-source.js';

/** Nothing but this package writes them. */
const isDetails = (value: unknown): value is AuditDetails => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Events from before there were details have none. */
export const detailsFromText = (text: string | null): AuditDetails => {
  const details: unknown = text === null ? {} : JSON.parse(text);
  invariant(isDetails(details), 'details are an object');
  return details;
};

export const auditQueries = ({ db }: SqlSource): AuditQueries => ({
  latest: async (organizationId, limit) => {
    const rows = await db
      .selectFrom('audit_events')
      .leftJoin('users', 'users.id', 'audit_events.actor_id')
      .selectAll('audit_events')
      .select(['users.name', 'users.email'])
      .where('audit_events.organization_id', '=', organizationId)
      .orderBy('audit_events.sequence', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      organizationId: row.organization_id,
      action: row.action,
      actorId: row.actor_id ?? undefined,
      actor: row.name === null ? undefined : { name: row.name, email: row.email ?? undefined },
      actorTokenId: row.actor_token_id ?? undefined,
      target: row.target,
      details: detailsFromText(row.details),
      address: row.address ?? undefined,
      userAgent: row.user_agent ?? undefined,
      at: row.at,
    }));
  },
  lastSame: async ({ organizationId, action, actorId, actorTokenId, target, details, at }, since) => {
    const found = await db
      .selectFrom('audit_events')
      .select('at')
      .where('organization_id', '=', organizationId)
      .where('at', '>=', since)
      .where('at', '<=', beyondSchedule(at, 0))
      .where('action', '=', action)
      .where('actor_id', actorId === undefined ? 'is' : '=', actorId ?? null)
      .where('actor_token_id', actorTokenId === undefined ? 'is' : '=', actorTokenId ?? null)
      .where('target', '=', target)
      .where('details', '=', JSON.stringify(details))
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirst();
    return found?.at;
  },
});

export const auditRecords = (source: SqlSource): AuditRecords => ({
  append: async ({ organizationId, action, actorId, actorTokenId, target, details, address, userAgent, at }) => {
    const values = [
      organizationId,
      action,
      actorId ?? null,
      actorTokenId ?? null,
      target,
      address ?? null,
      userAgent ?? null,
      at,
      JSON.stringify(details),
    ];
    await source.lookUps.addAuditEvent(source.db, values);
  },
  ...auditQueries(source),
});
