import { type Compilable, type SchemaModule, sql } from 'kysely';
import type { SqlDialect } from '../../sql-dialect.js';
import { clusteringId, id, ofAnyRepository, ofOrganization, ofUser, required } from './columns.js';

const organizations = (schema: SchemaModule, { columnTypes: { text } }: SqlDialect): Compilable[] => [
  schema
    .createTable('organizations')
    .addColumn('id', text, id)
    .addColumn('name', text, required)
    .addColumn('slug', text, (column) => column.notNull().unique())
    .addColumn('plan_id', text, required)
    .addColumn('byos_add_on', 'bigint', required)
    .addColumn('created_at', 'bigint', required),
  schema
    .createTable('organization_usages')
    .addColumn('organization_id', text, (column) => column.primaryKey().references('organizations.id').onDelete('cascade'))
    .addColumn('used_bytes', 'bigint', (column) => column.notNull().check(sql`used_bytes >= 0`))
    .addColumn('reserved_bytes', 'bigint', (column) => column.notNull().check(sql`reserved_bytes >= 0`))
    .addColumn('byos_bytes', 'bigint', (column) => column.notNull().check(sql`byos_bytes >= 0`))
    .addColumn('quota_level', text, (column) => column.notNull().defaultTo(sql.lit('normal'))),
];

const users = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => {
  const { binary, text } = dialect.columnTypes;
  return [
    schema
      .createTable('users')
      .addColumn('id', text, id)
      .addColumn('email', text)
      .addColumn('email_verified', 'bigint', required)
      .addColumn('name', text, required)
      .addColumn('status', text, required)
      .addColumn('created_at', 'bigint', required),
    schema
      .createIndex('users_by_verified_email')
      .unique()
      .on('users')
      .column('email')
      .where(sql.ref('email_verified'), '=', sql.lit(1)),
    schema
      .createIndex('users_by_unverified_email')
      .on('users')
      .columns(['email', 'id'])
      .where(sql.ref('email_verified'), '=', sql.lit(0)),
    dialect.clustered(
      schema
        .createTable('identities')
        .addColumn('issuer', text, required)
        .addColumn('subject', text, required)
        .addColumn('user_id', text, ofUser)
        .addPrimaryKeyConstraint('identities_key', ['issuer', 'subject']),
    ),
    schema.createIndex('identities_by_user').on('identities').columns(['user_id', 'issuer']),
    dialect.clustered(
      schema
        .createTable('credential_sessions')
        .addColumn('secret_sha256', binary, clusteringId)
        .addColumn('user_id', text, ofUser)
        .addColumn('created_at', 'bigint', required)
        .addColumn('expires_at', 'bigint', required)
        .addColumn('is_configured', 'bigint', (column) => column.notNull().defaultTo(sql.lit(0))),
    ),
    schema.createIndex('credential_sessions_by_end').on('credential_sessions').column('expires_at'),
    schema
      .createIndex('credential_sessions_configured')
      .on('credential_sessions')
      .column('is_configured')
      .where(sql.ref('is_configured'), '=', sql.lit(1)),
  ];
};

const members = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => {
  const { text } = dialect.columnTypes;
  return [
    dialect.clustered(
      schema
        .createTable('memberships')
        .addColumn('organization_id', text, ofOrganization)
        .addColumn('user_id', text, ofUser)
        .addColumn('role', text, required)
        .addColumn('joined_at', 'bigint', required)
        .addPrimaryKeyConstraint('memberships_key', ['organization_id', 'user_id']),
    ),
    schema.createIndex('memberships_by_user').on('memberships').columns(['user_id', 'organization_id']),
  ];
};

const invitations = (schema: SchemaModule, { columnTypes: { binary, text } }: SqlDialect): Compilable[] => [
  schema
    .createTable('invitations')
    .addColumn('id', text, id)
    .addColumn('organization_id', text, ofOrganization)
    .addColumn('repository_id', text, ofAnyRepository)
    .addColumn('email', text, required)
    .addColumn('role', text)
    .addColumn('level', text)
    .addColumn('secret_sha256', binary, (column) => column.notNull().unique())
    .addColumn('invited_by', text, ofUser)
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .addColumn('accepted_by', text, (column) => column.references('users.id'))
    .addColumn('accepted_at', 'bigint'),
  schema.createIndex('invitations_by_organization').on('invitations').columns(['organization_id', 'created_at desc', 'id']),
  schema.createIndex('invitations_by_repository').on('invitations').columns(['repository_id', 'created_at desc', 'id']),
  schema.createIndex('invitations_by_email').on('invitations').columns(['email', 'created_at desc', 'id']),
];

/** What is noted here outlives what it speaks of, so it refers to nothing. */
const invitationMails = (schema: SchemaModule, { columnTypes: { text } }: SqlDialect): Compilable[] => [
  schema
    .createTable('invitation_mails')
    .addColumn('organization_id', text, required)
    .addColumn('email', text, required)
    .addColumn('sent_at', 'bigint', required),
  schema.createIndex('invitation_mails_by_email').on('invitation_mails').columns(['email', 'sent_at']),
  schema.createIndex('invitation_mails_by_organization').on('invitation_mails').columns(['organization_id', 'sent_at']),
  schema.createIndex('invitation_mails_by_age').on('invitation_mails').column('sent_at'),
];

const tokens = (schema: SchemaModule, { columnTypes: { binary, text } }: SqlDialect): Compilable[] => [
  schema
    .createTable('tokens')
    .addColumn('id', text, id)
    .addColumn('organization_id', text, ofOrganization)
    .addColumn('user_id', text, ofUser)
    .addColumn('name', text, required)
    .addColumn('kind', text, required)
    .addColumn('scopes', text, required)
    .addColumn('repository_id', text, ofAnyRepository)
    .addColumn('secret_sha256', binary, (column) => column.notNull().unique())
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint'),
  schema.createIndex('tokens_by_organization').on('tokens').columns(['organization_id', 'created_at desc', 'id']),
  schema.createIndex('tokens_by_repository').on('tokens').column('repository_id'),
];

const billing = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => {
  const { text } = dialect.columnTypes;
  return [
    schema
      .createTable('billing_accounts')
      .addColumn('organization_id', text, (column) => ofOrganization(column).primaryKey())
      .addColumn('customer_id', text, (column) => column.notNull().unique())
      .addColumn('subscription_id', text)
      .addColumn('plan_id', text)
      .addColumn('byos_add_on', 'bigint', required)
      .addColumn('status', text)
      .addColumn('current_period_end', 'bigint')
      .addColumn('cancel_at', 'bigint')
      .addColumn('revision', 'bigint', required),
    dialect.clustered(
      schema.createTable('billing_events').addColumn('id', text, clusteringId).addColumn('at', 'bigint', required),
    ),
    schema.createIndex('billing_events_by_age').on('billing_events').column('at'),
  ];
};

/** Who there is. */
export const usersAndOrganizations = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => [
  ...organizations(schema, dialect),
  ...users(schema, dialect),
  ...members(schema, dialect),
];

/** What users and organizations have that may speak of a repository. */
export const accounts = (schema: SchemaModule, dialect: SqlDialect): Compilable[] => [
  ...invitations(schema, dialect),
  ...invitationMails(schema, dialect),
  ...tokens(schema, dialect),
  ...billing(schema, dialect),
];
