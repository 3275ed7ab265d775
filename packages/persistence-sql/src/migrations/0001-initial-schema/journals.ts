import { type Compilable, type SchemaModule, sql } from 'kysely';
import type { SqlDialect } from '../../sql-dialect.js';
import { required } from './columns.js';

const ledger = (schema: SchemaModule, { columnTypes: { sequence, text } }: SqlDialect): Compilable[] => [
  schema
    .createTable('ledger_entries')
    .addColumn('sequence', sequence)
    .addColumn('organization_id', text, required)
    .addColumn('repository_id', text, required)
    .addColumn('session_id', text)
    .addColumn('storage_mode', text, required)
    .addColumn('reason', text, required)
    .addColumn('bytes', 'bigint', required)
    .addColumn('objects', 'bigint', required)
    .addColumn('at', 'bigint', required),
  schema.createIndex('ledger_entries_by_organization').on('ledger_entries').columns(['organization_id', 'sequence']),
];

/** The log is read newest first. The order in which its rows are committed is another than that of their sequence. */
const audit = (schema: SchemaModule, { columnTypes: { sequence, text } }: SqlDialect): Compilable[] => [
  schema
    .createTable('audit_events')
    .addColumn('sequence', sequence)
    .addColumn('organization_id', text, required)
    .addColumn('action', text, required)
    .addColumn('actor_id', text)
    .addColumn('actor_token_id', text)
    .addColumn('target', text, required)
    .addColumn('address', text)
    .addColumn('user_agent', text)
    .addColumn('at', 'bigint', required),
  schema.createIndex('audit_events_by_age').on('audit_events').columns(['organization_id', 'at desc', 'sequence desc']),
];

/**
 * What the list of activity may be narrowed by. Each has an index of its own, so that what matches seldom is found as soon as what matches always; and with
 * all that a list asks of an event in it, so that thousands are skipped without a look at them.
 */
const narrowings: Readonly<Record<string, readonly string[]>> = {
  age: [],
  type: ['type'],
  actor: ['actor_id'],
  actor_and_type: ['actor_id', 'type'],
  repository: ['repository_id'],
  repository_and_type: ['repository_id', 'type'],
  repository_and_actor: ['repository_id', 'actor_id'],
  repository_actor_and_type: ['repository_id', 'actor_id', 'type'],
};

const asked = ['type', 'repository_id'];

const activity = (schema: SchemaModule, { columnTypes: { sequence, text } }: SqlDialect): Compilable[] => [
  schema
    .createTable('activity')
    .addColumn('sequence', sequence)
    .addColumn('organization_id', text, required)
    .addColumn('type', text, required)
    .addColumn('actor_id', text)
    .addColumn('repository_id', text)
    .addColumn('repository_slug', text)
    .addColumn('data', text)
    .addColumn('objects', 'bigint')
    .addColumn('bytes', 'bigint')
    .addColumn('generation', 'bigint')
    .addColumn('at', 'bigint', required)
    .addColumn('open_until', 'bigint'),
  ...Object.entries(narrowings).map(([name, columns]) =>
    schema
      .createIndex(`activity_by_${name}`)
      .on('activity')
      .columns([
        'organization_id',
        ...columns,
        'at desc',
        'sequence desc',
        ...asked.filter((column) => !columns.includes(column)),
      ]),
  ),
];

const domainEvents = (schema: SchemaModule, { columnTypes: { sequence, text } }: SqlDialect): Compilable[] => [
  schema
    .createTable('domain_events')
    .addColumn('sequence', sequence)
    .addColumn('type', text, required)
    .addColumn('organization_id', text, required)
    .addColumn('repository_id', text)
    .addColumn('occurred_at', 'bigint', required)
    .addColumn('data', text, required)
    .addColumn('is_pending', 'bigint', required),
  schema
    .createIndex('domain_events_pending')
    .on('domain_events')
    .columns(['is_pending', 'occurred_at', 'sequence'])
    .where(sql.ref('is_pending'), '=', sql.lit(1)),
];

/** What happened outlives what it happened to, so none of these refers to another table. */
export const journals = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => [
  ...ledger(schema, dialect),
  ...audit(schema, dialect),
  ...activity(schema, dialect),
  ...domainEvents(schema, dialect),
];
