import type { Slug } from '@svc/core';
import type { OrganizationId, UserId } from '@svc/core/model';
import type { Kysely } from 'kysely';
import { compileOnce, type Parameter } from './compile-once.js';
import type { Schema } from './schema.js';

const organizationOfUser = (db: Kysely<Schema>, parameter: Parameter) =>
  db
    .selectFrom('organizations')
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.organization_id', '=', 'organizations.id').on('memberships.user_id', '=', parameter<UserId>(0)),
    )
    .selectAll('organizations')
    .select('memberships.role');

/** By user and organization. */
const accessToOrganization = (db: Kysely<Schema>) =>
  compileOnce((parameter) => organizationOfUser(db, parameter).where('organizations.id', '=', parameter<OrganizationId>(1)));

/** By user and slug. */
const accessToSlug = (db: Kysely<Schema>) =>
  compileOnce((parameter) => organizationOfUser(db, parameter).where('organizations.slug', '=', parameter<Slug>(1)));

const pageOfUser = (db: Kysely<Schema>, parameter: Parameter) =>
  db
    .selectFrom('memberships')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .selectAll('organizations')
    .select('memberships.role')
    .where('memberships.user_id', '=', parameter<UserId>(0))
    .where('organizations.slug', '>', parameter<Slug>(1))
    .orderBy('organizations.slug')
    .limit(parameter<number>(2));

/** By user, the slug before the first, and how many. */
const organizationsOfUser = (db: Kysely<Schema>) => compileOnce((parameter) => pageOfUser(db, parameter));

/** The same, of one organization alone. */
const oneOrganizationOfUser = (db: Kysely<Schema>) =>
  compileOnce((parameter) => pageOfUser(db, parameter).where('memberships.organization_id', '=', parameter<OrganizationId>(3)));

/** The queries by which every request finds out about organizations. */
export const compileOrganizationLookUps = (db: Kysely<Schema>) => ({
  accessToOrganization: accessToOrganization(db),
  accessToSlug: accessToSlug(db),
  organizationsOfUser: organizationsOfUser(db),
  oneOrganizationOfUser: oneOrganizationOfUser(db),
});
