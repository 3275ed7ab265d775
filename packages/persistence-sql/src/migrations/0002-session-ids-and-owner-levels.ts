import { type Compilable, type SchemaModule, sql } from 'kysely';
import type { SqlDialect } from '../sql-dialect.js';
import type { Migration } from './migration.js';
import { rawStatement } from './raw-statement.js';

/** Sessions from before may be exchanged for others until 30 days after they were made, or until their own end where that is later. */
const exchangeableMs = 2_592_000_000;

/** An id by which a user can name each session and end it, and an end past which none lasts that is exchanged for it. */
const sessions = (schema: SchemaModule, { columnTypes: { text }, newId }: SqlDialect): Compilable[] => [
  schema.alterTable('credential_sessions').addColumn('id', text),
  schema.alterTable('credential_sessions').addColumn('ends_at', 'bigint', (column) => column.notNull().defaultTo(sql.lit(0))),
  rawStatement(
    `update credential_sessions set id = ${newId}, ends_at = case when expires_at > created_at + ${exchangeableMs} then expires_at else created_at + ${exchangeableMs} end`,
  ),
  schema.createIndex('credential_sessions_by_id').unique().on('credential_sessions').column('id'),
  schema.createIndex('credential_sessions_by_user').on('credential_sessions').columns(['user_id', 'created_at desc', 'id']),
];

/** Whether an OWNER has set a level. Of those that are there the audit log tells who did; of what is gone nobody knows, so it stays hidden from whom it was. */
const levels = (schema: SchemaModule): Compilable[] => [
  schema.alterTable('repository_members').addColumn('set_by_owner', 'bigint', (column) => column.notNull().defaultTo(sql.lit(0))),
  schema
    .alterTable('hidden_repositories')
    .addColumn('set_by_owner', 'bigint', (column) => column.notNull().defaultTo(sql.lit(1))),
  rawStatement(
    `update repository_members set set_by_owner = 1 where exists (
      select 1 from repositories
      join audit_events on audit_events.organization_id = repositories.organization_id and audit_events.at = repository_members.created_at
      join memberships on memberships.organization_id = repositories.organization_id and memberships.user_id = audit_events.actor_id
      where repositories.id = repository_members.repository_id and memberships.role = 'OWNER'
        and audit_events.action = 'repository.member.set'
        and audit_events.target = repository_members.repository_id || '/members/' || repository_members.user_id
    )`,
  ),
];

/** Sessions that can be listed and ended, and levels that say whether an OWNER has set them. */
export const sessionIdsAndOwnerLevels: Migration = {
  number: 2,
  name: 'session-ids-and-owner-levels',
  statements: (schema, dialect) => [...sessions(schema, dialect), ...levels(schema)],
};
