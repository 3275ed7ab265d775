import { type Compilable, CompiledQuery, type SchemaModule, sql } from 'kysely';
import type { SqlDialect } from '../sql-dialect.js';
import type { Migration } from './migration.js';

/** Nobody noted when the members joined who are there already: not before their organization was made. */
const joiningMembers: Compilable = {
  compile: () =>
    CompiledQuery.raw(
      'update memberships set joined_at = (select created_at from organizations where organizations.id = memberships.organization_id)',
    ),
};

const members = (schema: SchemaModule): Compilable[] => [
  schema.alterTable('memberships').addColumn('joined_at', 'bigint', (column) => column.notNull().defaultTo(sql.lit(0))),
  joiningMembers,
  schema
    .createIndex('repository_members_by_user')
    .on('repository_members')
    .columns(['user_id', 'created_at desc', 'repository_id']),
];

const invitations = (schema: SchemaModule, { columnTypes: { binary, text } }: SqlDialect): Compilable[] => [
  schema
    .createTable('invitations')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('organization_id', text, (column) => column.notNull().references('organizations.id').onDelete('cascade'))
    .addColumn('repository_id', text, (column) => column.references('repositories.id').onDelete('cascade'))
    .addColumn('email', text, (column) => column.notNull())
    .addColumn('role', text)
    .addColumn('level', text)
    .addColumn('secret_sha256', binary, (column) => column.notNull().unique())
    .addColumn('invited_by', text, (column) => column.notNull().references('users.id'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('accepted_by', text, (column) => column.references('users.id'))
    .addColumn('accepted_at', 'bigint'),
  schema.createIndex('invitations_by_organization').on('invitations').columns(['organization_id', 'created_at desc', 'id']),
  schema.createIndex('invitations_by_repository').on('invitations').columns(['repository_id', 'created_at desc', 'id']),
  schema.createIndex('invitations_by_email').on('invitations').columns(['email', 'created_at desc', 'id']),
];

/** What is noted here refers to nothing, for it outlives what it speaks of. */
const mails = (schema: SchemaModule, { columnTypes: { text } }: SqlDialect): Compilable[] => [
  schema
    .createTable('invitation_mails')
    .addColumn('organization_id', text, (column) => column.notNull())
    .addColumn('email', text, (column) => column.notNull())
    .addColumn('sent_at', 'bigint', (column) => column.notNull()),
  schema.createIndex('invitation_mails_by_email').on('invitation_mails').columns(['email', 'sent_at']),
  schema.createIndex('invitation_mails_by_organization').on('invitation_mails').columns(['organization_id', 'sent_at']),
  schema.createIndex('invitation_mails_by_age').on('invitation_mails').column('sent_at'),
];

export const people: Migration = {
  number: 11,
  name: 'people',
  statements: (schema, dialect) => [...members(schema), ...invitations(schema, dialect), ...mails(schema, dialect)],
};
