import { type Compilable, type SchemaModule, sql } from 'kysely';
import type { SqlDialect } from '../sql-dialect.js';
import type { Migration } from './migration.js';

/** What has happened before there were webhooks is told to none. */
const outbox = (schema: SchemaModule): Compilable[] => [
  schema.alterTable('domain_events').addColumn('is_pending', 'bigint', (column) => column.notNull().defaultTo(sql.lit(0))),
  schema
    .createIndex('domain_events_pending')
    .on('domain_events')
    .columns(['is_pending', 'occurred_at', 'sequence'])
    .where(sql.ref('is_pending'), '=', sql.lit(1)),
];

const webhookTables = (schema: SchemaModule, { columnTypes: { text } }: SqlDialect): Compilable[] => [
  schema
    .createTable('webhooks')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('organization_id', text, (column) => column.notNull().references('organizations.id').onDelete('cascade'))
    .addColumn('url', text, (column) => column.notNull())
    .addColumn('events', text, (column) => column.notNull())
    .addColumn('is_active', 'bigint', (column) => column.notNull())
    .addColumn('consecutive_failures', 'bigint', (column) => column.notNull())
    .addColumn('sealed_secret', text, (column) => column.notNull())
    .addColumn('last_error', text)
    .addColumn('last_delivery_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint')
    .addColumn('claimed_by', text),
  schema.createIndex('webhooks_by_organization').on('webhooks').columns(['organization_id', 'created_at desc', 'id']),
  schema
    .createIndex('webhooks_by_due_at')
    .on('webhooks')
    .columns(['due_at', 'id'])
    .where(sql.ref('due_at'), 'is not', sql.lit(null)),
  schema
    .createTable('webhook_deliveries')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('webhook_id', text, (column) => column.notNull().references('webhooks.id').onDelete('cascade'))
    .addColumn('event_type', text, (column) => column.notNull())
    .addColumn('body', text, (column) => column.notNull())
    .addColumn('attempts', 'bigint', (column) => column.notNull())
    .addColumn('is_success', 'bigint')
    .addColumn('http_status', 'bigint')
    .addColumn('fault', text)
    .addColumn('duration_ms', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint')
    .addColumn('claimed_by', text),
  schema.createIndex('webhook_deliveries_by_webhook').on('webhook_deliveries').columns(['webhook_id', 'created_at desc', 'id']),
  schema
    .createIndex('webhook_deliveries_by_due_at')
    .on('webhook_deliveries')
    .columns(['webhook_id', 'due_at', 'id'])
    .where(sql.ref('due_at'), 'is not', sql.lit(null)),
  schema.createIndex('webhook_deliveries_by_age').on('webhook_deliveries').column('created_at'),
];

const news = (schema: SchemaModule, { columnTypes: { text } }: SqlDialect): Compilable[] => [
  schema
    .createTable('notifications')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('organization_id', text, (column) => column.notNull().references('organizations.id').onDelete('cascade'))
    .addColumn('type', text, (column) => column.notNull())
    .addColumn('data', text, (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('read_at', 'bigint'),
  schema.createIndex('notifications_by_user').on('notifications').columns(['user_id', 'created_at desc', 'id']),
  schema.createIndex('notifications_by_organization').on('notifications').column('organization_id'),
  schema.createIndex('notifications_by_age').on('notifications').column('created_at'),
  schema
    .createTable('queued_mails')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('recipient', text, (column) => column.notNull())
    .addColumn('subject', text, (column) => column.notNull())
    .addColumn('text_body', text, (column) => column.notNull())
    .addColumn('html_body', text, (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('claimed_by', text)
    .addColumn('attempts', 'bigint', (column) => column.notNull()),
  schema.createIndex('queued_mails_by_due_at').on('queued_mails').columns(['due_at', 'id']),
  schema
    .alterTable('organization_usages')
    .addColumn('quota_level', text, (column) => column.notNull().defaultTo(sql.lit('normal'))),
];

export const webhooks: Migration = {
  number: 9,
  name: 'webhooks',
  statements: (schema, dialect) => [...outbox(schema), ...webhookTables(schema, dialect), ...news(schema, dialect)],
};
