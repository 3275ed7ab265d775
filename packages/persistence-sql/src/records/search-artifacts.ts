import type { FoundArtifact, OrganizationId, RepositoryId, SearchReach } from '@svc/core/model';
import { type Expression, sql, type SqlBool } from 'kysely';
import { hashToBinary } from '../codec.js';
import { findPlacedNames } from './find-placed-names.js';
import { objectColumns, objectOf } from './object-records.js';
import type { Place, PlacedInstant } from './placed-search.js';
import { seenRepositories } from './seen-repositories.js';
import type { SqlSource } from './sql-source.js';

/** Everything that the user has to do with, hidden or not. */
const touched = ({ db }: SqlSource, { userId }: SearchReach) =>
  db
    .selectFrom('memberships')
    .innerJoin('repositories', 'repositories.organization_id', 'memberships.organization_id')
    .select('repositories.id')
    .where('memberships.user_id', '=', userId)
    .union(db.selectFrom('repository_members').select('repository_id as id').where('user_id', '=', userId));

export const findByOid = async (
  source: SqlSource,
  reach: SearchReach,
  oidPrefix: string,
  limit: number,
): Promise<readonly FoundArtifact[]> => {
  const seen = seenRepositories(source, reach).select('repositories.id').where('repositories.id', 'in', touched(source, reach));
  const rows = await source.db
    .selectFrom('objects')
    .select(objectColumns)
    .select('repository_id')
    .where('repository_id', 'in', seen)
    .where('oid', '>=', hashToBinary(oidPrefix.padEnd(64, '0')))
    .where('oid', '<=', hashToBinary(oidPrefix.padEnd(64, 'f')))
    .orderBy('oid')
    .orderBy('repository_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...objectOf(row), repositoryId: row.repository_id }));
};

/** The user's organizations, and the repositories elsewhere that are shared with the user. */
const placesOf = async (source: SqlSource, reach: SearchReach): Promise<readonly Place[]> => {
  const { userId, organizationId, repositoryId } = reach;
  let joined = source.db.selectFrom('memberships').select('organization_id').where('user_id', '=', userId);
  if (organizationId !== undefined) joined = joined.where('organization_id', '=', organizationId);
  if (repositoryId !== undefined) {
    // A repository is in one of them alone.
    joined = joined.where('organization_id', 'in', (row) =>
      row.selectFrom('repositories').select('repositories.organization_id').where('repositories.id', '=', repositoryId),
    );
  }
  const own = (await joined.execute()).map((row) => row.organization_id);
  const rows = await seenRepositories(source, reach)
    .select(['repositories.id', 'repositories.organization_id'])
    .where('repositories.id', 'in', (row) =>
      row.selectFrom('repository_members').select('repository_id').where('user_id', '=', userId),
    )
    .where('membership.role', 'is', null)
    .execute();
  const shared = new Map<OrganizationId, RepositoryId[]>();
  for (const { id, organization_id: of } of rows) {
    const ofOrganization = shared.get(of);
    if (ofOrganization === undefined) shared.set(of, [id]);
    else ofOrganization.push(id);
  }
  const ofOwn = repositoryId && [repositoryId];
  return [
    ...own.map((id) => ({ organizationId: id, repositoryIds: ofOwn })),
    ...[...shared].map(([id, repositoryIds]) => ({ organizationId: id, repositoryIds })),
  ];
};

/** The newest of all places, and those as old as the last of them. */
const newestOf = (found: readonly PlacedInstant[], limit: number): readonly PlacedInstant[] => {
  const sorted = found.toSorted((left, right) => right.instant - left.instant);
  const last = sorted[limit - 1]?.instant;
  return last === undefined ? sorted : sorted.filter(({ instant }) => instant >= last);
};

const keyOf = ({ artifact: { repositoryId, oid } }: { readonly artifact: FoundArtifact }): string => repositoryId + oid;

export const findByName = async (
  source: SqlSource,
  reach: SearchReach,
  part: string,
  limit: number,
): Promise<readonly FoundArtifact[]> => {
  const { db, dialect } = source;
  const places = await placesOf(source, reach);
  if (places.length === 0) return [];
  const isSeen = (repositoryId: Expression<RepositoryId>) =>
    sql<SqlBool>`exists ${seenRepositories(source, reach).select('repositories.id').where('repositories.id', '=', repositoryId)}`;
  const found = newestOf(await findPlacedNames(source, { places, part, isSeen, most: limit }), limit);
  if (found.length === 0) return [];
  const keys = found.map(({ organizationId, instant }) => [organizationId, instant]);
  const given = dialect.givenRows(dialect.rowsParameter(keys), { of_organization: 'text', instant: 'number' }).as('given');
  const rows = await db
    .selectFrom(given)
    .crossJoin('objects')
    .select(objectColumns)
    .select(['repository_id', 'registered_us'])
    .whereRef('organization_id', '=', 'of_organization')
    .where('name_key', 'is not', null)
    .whereRef('registered_us', '=', 'given.instant')
    .execute();
  return rows
    .map((row) => ({ registeredAt: row.registered_us, artifact: { ...objectOf(row), repositoryId: row.repository_id } }))
    .toSorted((left, right) => right.registeredAt - left.registeredAt || (keyOf(left) < keyOf(right) ? -1 : 1))
    .slice(0, limit)
    .map(({ artifact }) => artifact);
};
