import type { ActivityType, AuditAction, Instant, OrganizationId, RepositoryId, TokenId, UserId } from '@svc/core/model';
import type { Kysely } from 'kysely';
import { compileOnce } from './compile-once.js';
import { userColumns } from './records/user-row.js';
import { newId } from './new-id.js';
import type { Schema } from './schema.js';
import type { SqlDialect } from './sql-dialect.js';

const userById = (db: Kysely<Schema>) =>
  compileOnce((parameter) => db.selectFrom('users').select(userColumns).where('users.id', '=', parameter<UserId>(0)));

/** By its id; a row when there is such an organization. Writing it holds it, on every database. */
const lockedOrganization = (db: Kysely<Schema>) =>
  compileOnce((parameter) =>
    db
      .updateTable('organizations')
      .set((expression) => ({ name: expression.ref('name') }))
      .where('id', '=', parameter<OrganizationId>(0))
      .returning('id'),
  );

/** Of the values in the order of the columns. */
const addAuditEvent = (db: Kysely<Schema>, dialect: SqlDialect) =>
  compileOnce((parameter) =>
    db.insertInto('audit_events').values({
      id: newId(dialect),
      organization_id: parameter<OrganizationId>(0),
      action: parameter<AuditAction>(1),
      actor_id: parameter<UserId | null>(2),
      actor_token_id: parameter<TokenId | null>(3),
      target: parameter<string>(4),
      address: parameter<string | null>(5),
      user_agent: parameter<string | null>(6),
      at: parameter<Instant>(7),
      details: parameter<string>(8),
    }),
  );

/** Of the values in the order of the columns, but for the slug, which is that of the repository. */
const addActivity = (db: Kysely<Schema>, dialect: SqlDialect) =>
  compileOnce((parameter) =>
    db.insertInto('activity').values({
      id: newId(dialect),
      organization_id: parameter<OrganizationId>(0),
      type: parameter<ActivityType>(1),
      actor_id: parameter<UserId | null>(2),
      repository_id: parameter<RepositoryId | null>(3),
      repository_slug: db.selectFrom('repositories').select('slug').where('id', '=', parameter<RepositoryId>(3)),
      data: parameter<string>(4),
      at: parameter<Instant>(5),
    }),
  );

/** The statements about single rows that nearly every change consists of. */
export const compileRowLookUps = (db: Kysely<Schema>, dialect: SqlDialect) => ({
  userById: userById(db),
  lockedOrganization: lockedOrganization(db),
  addAuditEvent: addAuditEvent(db, dialect),
  addActivity: addActivity(db, dialect),
});
