import type { Slug } from '@svc/core';
import { type OrganizationId, type RepositoryId, trusted } from '@svc/core/model';
import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import type { Schema } from '../schema.js';

/** Whom removed repositories belong to until the last of their rows is gone. No id of an organization looks like this. */
const nobody = trusted<OrganizationId>('nobody');

/** A row that lists of organizations pass over: every slug comes after the empty text. */
const ensureNobody = async (db: Kysely<Schema>): Promise<void> => {
  await db
    .insertInto('organizations')
    .values({ id: nobody, name: '', slug: trusted<Slug>(''), plan_id: 'free', byos_add_on: 0, created_at: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Of a query that has the repositories: those that were not removed. */
export const isPresent = (repositories: ExpressionBuilder<Schema, 'repositories'>): Expression<SqlBool> =>
  repositories('repositories.organization_id', '<>', sql.lit(nobody));

/** The repositories that were removed and still have rows: hardly ever any. */
export const removedRepositories = (db: Kysely<Schema>) =>
  db
    .selectFrom('repositories')
    .select('repositories.id as repository_id')
    .where('repositories.organization_id', '=', sql.lit(nobody));

/** Takes the repository out of its organization, and leaves it nothing by which others find it. */
export const giveToNobody = async (db: Kysely<Schema>, repositoryId: RepositoryId): Promise<void> => {
  await ensureNobody(db);
  await db
    .updateTable('repositories')
    .set({
      organization_id: nobody,
      name: '',
      // Taken by no other one.
      slug: trusted<Slug>(repositoryId),
      description: '',
      visibility: 'PRIVATE',
      storage_connection_id: null,
      storage_group_id: null,
    })
    .where('id', '=', repositoryId)
    .execute();
};
