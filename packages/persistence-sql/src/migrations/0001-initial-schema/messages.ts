import { type Compilable, type SchemaModule, sql } from 'kysely';
import type { SqlDialect } from '../../sql-dialect.js';
import { id, ofOrganization, required } from './columns.js';

const webhooks = (schema: SchemaModule, { columnTypes: { text } }: SqlDialect): Compilable[] => {
  const isDue = [sql.ref('due_at'), 'is not', sql.lit(null)] as const;
  return [
    schema
      .createTable('webhooks')
      .addColumn('id', text, id)
      .addColumn('organization_id', text, ofOrganization)
      .addColumn('url', text, required)
      .addColumn('events', text, required)
      .addColumn('is_active', 'bigint', required)
      .addColumn('consecutive_failures', 'bigint', required)
      .addColumn('sealed_secret', text, required)
      .addColumn('last_error', text)
      .addColumn('last_delivery_at', 'bigint')
      .addColumn('created_at', 'bigint', required)
      .addColumn('due_at', 'bigint')
      .addColumn('claimed_by', text),
    schema.createIndex('webhooks_by_organization').on('webhooks').columns(['organization_id', 'created_at desc', 'id']),
    schema
      .createIndex('webhooks_by_due_at')
      .on('webhooks')
      .columns(['due_at', 'id'])
      .where(...isDue),
    schema
      .createTable('webhook_deliveries')
      .addColumn('id', text, id)
      .addColumn('webhook_id', text, (column) => column.notNull().references('webhooks.id').onDelete('cascade'))
      .addColumn('event_type', text, required)
      .addColumn('body', text, required)
      .addColumn('attempts', 'bigint', required)
      .addColumn('is_success', 'bigint')
      .addColumn('http_status', 'bigint')
      .addColumn('fault', text)
      .addColumn('duration_ms', 'bigint')
      .addColumn('created_at', 'bigint', required)
      .addColumn('due_at', 'bigint')
      .addColumn('claimed_by', text),
    schema.createIndex('webhook_deliveries_by_webhook').on('webhook_deliveries').columns(['webhook_id', 'created_at desc', 'id']),
    schema
      .createIndex('webhook_deliveries_by_due_at')
      .on('webhook_deliveries')
      .columns(['webhook_id', 'due_at', 'id'])
      .where(...isDue),
    schema.createIndex('webhook_deliveries_by_age').on('webhook_deliveries').column('created_at'),
  ];
};

const notifications = (schema: SchemaModule, { columnTypes: { text } }: SqlDialect): Compilable[] => [
  schema
    .createTable('notifications')
    .addColumn('id', text, id)
    .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('organization_id', text, ofOrganization)
    .addColumn('type', text, required)
    .addColumn('data', text, required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('read_at', 'bigint'),
  schema.createIndex('notifications_by_user').on('notifications').columns(['user_id', 'created_at desc', 'id']),
  schema.createIndex('notifications_by_organization').on('notifications').column('organization_id'),
  schema.createIndex('notifications_by_age').on('notifications').column('created_at'),
];

const mails = (schema: SchemaModule, { columnTypes: { text } }: SqlDialect): Compilable[] => [
  schema
    .createTable('queued_mails')
    .addColumn('id', text, id)
    .addColumn('recipient', text, required)
    .addColumn('subject', text, required)
    .addColumn('text_body', text, required)
    .addColumn('html_body', text, required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('due_at', 'bigint', required)
    .addColumn('claimed_by', text)
    .addColumn('attempts', 'bigint', required),
  schema.createIndex('queued_mails_by_due_at').on('queued_mails').columns(['due_at', 'id']),
];

/** What the service tells others: by webhook, in the app, by mail. */
export const messages = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => [
  ...webhooks(schema, dialect),
  ...notifications(schema, dialect),
  ...mails(schema, dialect),
];
