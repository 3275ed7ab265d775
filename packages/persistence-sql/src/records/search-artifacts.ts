import type { FoundArtifact, InstantMicros, OrganizationId, RepositoryId, SearchReach } from '@svc/core/model';
import { hashToBinary } from '../codec.js';
import { findNames } from './find-names.js';
import { objectColumns, objectOf } from './object-records.js';
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

/** Where names are looked for: in an organization, or in one repository of it. */
interface Place {
  readonly organizationId: OrganizationId;
  readonly repositoryId: RepositoryId | undefined;
}

const placesOf = async (source: SqlSource, reach: SearchReach): Promise<readonly Place[]> => {
  const { userId, organizationId, repositoryId } = reach;
  let joined = source.db.selectFrom('memberships').select('organization_id').where('user_id', '=', userId);
  if (organizationId !== undefined) joined = joined.where('organization_id', '=', organizationId);
  const own = (await joined.execute()).map((row) => row.organization_id);
  const shared = await seenRepositories(source, reach)
    .select(['repositories.id', 'repositories.organization_id'])
    .where('repositories.id', 'in', (row) =>
      row.selectFrom('repository_members').select('repository_id').where('user_id', '=', userId),
    )
    .where('membership.role', 'is', null)
    .execute();
  return [
    ...own.map((id) => ({ organizationId: id, repositoryId })),
    ...shared.map((row) => ({ organizationId: row.organization_id, repositoryId: row.id })),
  ];
};

interface PlacedArtifact {
  readonly registeredAt: InstantMicros;
  readonly artifact: FoundArtifact;
}

const findInPlace = async (
  source: SqlSource,
  reach: SearchReach,
  { organizationId, repositoryId }: Place,
  { part, limit }: { readonly part: string; readonly limit: number },
): Promise<readonly PlacedArtifact[]> => {
  const { db, dialect } = source;
  const seen = seenRepositories(source, { ...reach, organizationId, repositoryId }).select('repositories.id');
  const wanted = { organizationId, repositoryId, part };
  const instants = await findNames(
    source,
    { ...wanted, isSeen: (objects) => objects('repository_id', 'in', seen) },
    { before: Number.MAX_SAFE_INTEGER, most: limit },
  );
  if (instants.length === 0) return [];
  const given = dialect.numberRows(dialect.numbersParameter(instants)).as('given');
  const rows = await db
    .selectFrom(given)
    .crossJoin('objects')
    .select(objectColumns)
    .select(['repository_id', 'registered_us'])
    .where('organization_id', '=', organizationId)
    .where('name_key', 'is not', null)
    .whereRef('registered_us', '=', 'given.number')
    .execute();
  return rows.map((row) => ({
    registeredAt: row.registered_us,
    artifact: { ...objectOf(row), repositoryId: row.repository_id },
  }));
};

const keyOf = ({ artifact: { repositoryId, oid } }: PlacedArtifact): string => repositoryId + oid;

export const findByName = async (
  source: SqlSource,
  reach: SearchReach,
  part: string,
  limit: number,
): Promise<readonly FoundArtifact[]> => {
  const found: PlacedArtifact[] = [];
  for (const place of await placesOf(source, reach)) found.push(...(await findInPlace(source, reach, place, { part, limit })));
  return found
    .toSorted((left, right) => right.registeredAt - left.registeredAt || (keyOf(left) < keyOf(right) ? -1 : 1))
    .slice(0, limit)
    .map(({ artifact }) => artifact);
};
