import { type SchemaModule, sql } from 'kysely';
import type { Migration } from './migration.js';

/** By which subjects of an issuer a user signs in. */
const identitiesByUser = (schema: SchemaModule) =>
  schema.createIndex('identities_by_user').on('identities').columns(['user_id', 'issuer']);

/** Who claims an address without proof. */
const usersByUnverifiedEmail = (schema: SchemaModule) =>
  schema
    .createIndex('users_by_unverified_email')
    .on('users')
    .columns(['email', 'id'])
    .where(sql.ref('email_verified'), '=', sql.lit(0));

/** Sessions that live as long as a setting names them. Which of the earlier ones came from a setting, nobody has noted. */
const configuredSessions = (schema: SchemaModule) => [
  schema
    .alterTable('credential_sessions')
    .addColumn('is_configured', 'bigint', (column) => column.notNull().defaultTo(sql.lit(0))),
  schema
    .createIndex('credential_sessions_configured')
    .on('credential_sessions')
    .column('is_configured')
    .where(sql.ref('is_configured'), '=', sql.lit(1)),
];

export const signIns: Migration = {
  number: 19,
  name: 'sign-ins',
  statements: (schema) => [identitiesByUser(schema), usersByUnverifiedEmail(schema), ...configuredSessions(schema)],
};
