import { permissionsOfRole, roles, type SearchReach } from '@svc/core/model';
import type { Nullable, SelectQueryBuilder } from 'kysely';
import type { Schema } from '../schema.js';
import type { SqlSource } from './sql-source.js';

/** Members of these roles read every repository of their organization that is not taken from them; the rest what is not private. */
const readingRoles = roles.filter((role) => permissionsOfRole[role].has('repository.pull'));

type SeenRepositories = SelectQueryBuilder<
  Schema & { membership: Nullable<Schema['memberships']>; override: Nullable<Schema['repository_members']> },
  'repositories' | 'membership' | 'override',
  object
>;

/** The repositories that the user sees, each once, with the `membership` and the `override` that they may have there. */
export const seenRepositories = ({ db }: SqlSource, { userId, organizationId, repositoryId }: SearchReach): SeenRepositories => {
  let query = db
    .selectFrom('repositories')
    .leftJoin('memberships as membership', (join) =>
      join.onRef('membership.organization_id', '=', 'repositories.organization_id').on('membership.user_id', '=', userId),
    )
    .leftJoin('repository_members as override', (join) =>
      join.onRef('override.repository_id', '=', 'repositories.id').on('override.user_id', '=', userId),
    )
    .where((row) =>
      row.or([
        row('override.level', '!=', 'NONE'),
        // Whom a level does not narrow: `countsFor` of the domain.
        row('membership.role', '=', 'OWNER'),
        row.and([row('membership.role', '=', 'ADMIN'), row('override.set_by_owner', '=', 0)]),
        row.and([
          row('override.level', 'is', null),
          row('membership.role', 'is not', null),
          row.or([row('membership.role', 'in', readingRoles), row('repositories.visibility', 'in', ['INTERNAL', 'PUBLIC'])]),
        ]),
      ]),
    );
  if (organizationId !== undefined) query = query.where('repositories.organization_id', '=', organizationId);
  if (repositoryId !== undefined) query = query.where('repositories.id', '=', repositoryId);
  return query;
};
