import type { Journal } from '@svc/conformance';
import type { DomainEvent } from '@svc/core/model';
import type { Schema } from '@svc/persistence-sql';
import { detailsFromText } from '../../src/records/audit-records.js';
import type { Kysely } from 'kysely';

const parseData = (text: string): DomainEvent['data'] => {
  const data: unknown = JSON.parse(text);
  if (typeof data !== 'object' || data === null) throw new Error(`not the data of an event: ${text}`);
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, typeof value === 'number' ? value : String(value)]),
  );
};

/** Everything committed that no port reads back. */
export const readJournal = async (db: Kysely<Schema>): Promise<Journal> => {
  const auditEvents = await db.selectFrom('audit_events').selectAll().orderBy('sequence').execute();
  const domainEvents = await db.selectFrom('domain_events').selectAll().orderBy('sequence').execute();
  const ledgerEntries = await db.selectFrom('ledger_entries').selectAll().orderBy('sequence').execute();
  return {
    auditEvents: auditEvents.map((row) => ({
      organizationId: row.organization_id,
      action: row.action,
      actorId: row.actor_id ?? undefined,
      actorTokenId: row.actor_token_id ?? undefined,
      target: row.target,
      details: detailsFromText(row.details),
      address: row.address ?? undefined,
      userAgent: row.user_agent ?? undefined,
      at: row.at,
    })),
    domainEvents: domainEvents.map((row) => {
      const { type, organization_id: organizationId, occurred_at: occurredAt } = row;
      return { type, organizationId, repositoryId: row.repository_id ?? undefined, occurredAt, data: parseData(row.data) };
    }),
    ledgerEntries: ledgerEntries.map((row) => {
      const { organization_id: organizationId, repository_id: repositoryId, storage_mode: storageMode } = row;
      const { reason, bytes, objects, at } = row;
      return { organizationId, repositoryId, sessionId: row.session_id ?? undefined, storageMode, reason, bytes, objects, at };
    }),
  };
};
