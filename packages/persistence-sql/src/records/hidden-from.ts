import type { OrganizationId, UserId } from '@svc/core/model';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Schema } from '../schema.js';
import { removedRepositories } from './removed-repositories.js';
import type { SqlSource } from './sql-source.js';

/**
 * Of a query that has the levels: whether this one counts for its user. It narrows no OWNER, and an ADMIN only when an OWNER has set it; `countsFor` of the
 * domain says the same.
 */
export const countsForUser = (level: ExpressionBuilder<Schema, 'repository_members'>): Expression<SqlBool> =>
  level.not(
    level.exists(
      level
        .selectFrom('repositories as leveled')
        .innerJoin('memberships as standing', 'standing.organization_id', 'leveled.organization_id')
        .select('standing.role')
        .whereRef('leveled.id', '=', 'repository_members.repository_id')
        .whereRef('standing.user_id', '=', 'repository_members.user_id')
        .where((row) =>
          row.or([
            row('standing.role', '=', 'OWNER'),
            row.and([row('standing.role', '=', 'ADMIN'), row('repository_members.set_by_owner', '=', 0)]),
          ]),
        ),
    ),
  );

/** The repositories that are taken from the user by the level `NONE`. */
export const hiddenFrom = ({ db }: SqlSource, userId: UserId) =>
  db
    .selectFrom('repository_members')
    .select('repository_members.repository_id')
    .where('repository_members.user_id', '=', userId)
    .where('repository_members.level', '=', 'NONE')
    .where(countsForUser);

/** The repositories of which the user sees no object: those that are taken from the user, and what is left of those that were removed. */
export const unseenBy = (source: SqlSource, userId: UserId) =>
  hiddenFrom(source, userId).unionAll(removedRepositories(source.db));

/** The repositories of the organization that are gone and that were taken from the user when they went; others may be among them. */
export const onceHiddenFrom = ({ db }: SqlSource, organizationId: OrganizationId, userId: UserId) =>
  db
    .selectFrom('hidden_repositories')
    .select('hidden_repositories.repository_id')
    .where('hidden_repositories.user_id', '=', userId)
    .where((hidden) =>
      hidden.not(
        hidden.exists(
          hidden
            .selectFrom('memberships as standing')
            .select('standing.role')
            .where('standing.organization_id', '=', organizationId)
            .whereRef('standing.user_id', '=', 'hidden_repositories.user_id')
            .where((row) =>
              row.or([
                row('standing.role', '=', 'OWNER'),
                row.and([row('standing.role', '=', 'ADMIN'), row('hidden_repositories.set_by_owner', '=', 0)]),
              ]),
            ),
        ),
      ),
    );
