import type { OrganizationId, RepositoryId } from '@svc/core/model';
import { sql } from 'kysely';
import { inWeighedBatches } from '../in-batches.js';
import { hasPart } from './find-names.js';
import { jsonRowsOf } from './json-rows-of.js';
import { byOrganization, isWanted, type PlacedNames, type Search } from './placed-search.js';
import type { SqlSource } from './sql-source.js';

/** About so many names are looked at in one statement: on SQLite everything else waits for it. */
const namesPerStatement = 16_384;

const addFound = (
  searches: readonly Search[],
  rows: readonly { readonly of_organization: string; readonly instants: string | null }[],
): void => {
  const answers = byOrganization(rows, (row) => row.of_organization);
  for (const { place, found } of searches) {
    const instants = (answers.get(place.organizationId) ?? []).flatMap((row) => jsonRowsOf(row.instants ?? undefined));
    found.push(...instants.map(([instant]) => Number(instant)).toSorted((left, right) => right - left));
  }
};

/** Of repositories without a name in the index: by their own names alone, however many their organizations have. */
const findInRepositories = async (
  { db, dialect }: SqlSource,
  { part, isSeen, most }: PlacedNames,
  searches: readonly Search[],
): Promise<void> => {
  const repositories = searches.flatMap(({ place }) =>
    (place.repositoryIds ?? []).map((repositoryId) => [place.organizationId, repositoryId]),
  );
  const types = { of_organization: 'text', in_repository: 'text' } as const;
  const newest = db
    .selectFrom('objects')
    .select('registered_us')
    .where('repository_id', '=', sql.ref<RepositoryId>('given.in_repository'))
    .where('name_key', 'is not', null)
    .where(hasPart(part))
    .orderBy('registered_us', 'desc')
    .limit(most)
    .as('first');
  const rows = await db
    .selectFrom(dialect.givenRows(dialect.rowsParameter(repositories), types).as('given'))
    .select('of_organization')
    .select(db.selectFrom(newest).select(dialect.jsonRows('registered_us').as('instants')).as('instants'))
    .where(isSeen(sql.ref<RepositoryId>('given.in_repository')))
    .execute();
  addFound(searches, rows);
};

/** In the order in which an organization's names came. Repositories are compared in a way for which no index is used: that order is the shortest way. */
const findInOrganizations = async (source: SqlSource, wanted: PlacedNames, searches: readonly Search[]): Promise<void> => {
  const { db, dialect } = source;
  const places = searches.map(({ place, indexed }) => [place.organizationId, indexed, place.repositoryIds === undefined ? 1 : 0]);
  const ids = searches.flatMap(({ place }) => (place.repositoryIds ?? []).map((id) => [id]));
  const types = { of_organization: 'text', indexed: 'number', is_whole: 'number' } as const;
  const repositories = dialect.givenRows(dialect.rowsParameter(ids), { id: 'text' }).as('asked');
  const newest = db
    .selectFrom('objects')
    .select('registered_us')
    .where('organization_id', '=', sql.ref<OrganizationId>('given.of_organization'))
    .where('registered_us', '>', sql.ref<number>('given.indexed'))
    .where((objects) =>
      objects.or([
        objects(sql.ref<number>('given.is_whole'), '=', sql.lit(1)),
        objects(sql<string>`coalesce(repository_id, '')`, 'in', objects.selectFrom(repositories).select('id')),
      ]),
    )
    .where(isWanted(wanted))
    .orderBy('registered_us', 'desc')
    .limit(wanted.most)
    .as('first');
  const rows = await db
    .selectFrom(dialect.givenRows(dialect.rowsParameter(places), types).as('given'))
    .select('of_organization')
    .select(db.selectFrom(newest).select(dialect.jsonRows('registered_us').as('instants')).as('instants'))
    .execute();
  addFound(searches, rows);
};

/** Of names that are not in the index yet. */
export const findNewPlacedNames = async (source: SqlSource, wanted: PlacedNames, searches: readonly Search[]): Promise<void> => {
  const isByRepository = ({ place, names }: Search) => place.repositoryIds !== undefined && names === 0;
  const namesOf = ({ place, waiting }: Search) => waiting + (place.repositoryIds?.length ?? 1);
  const batchesOf = (some: readonly Search[], find: typeof findInRepositories) =>
    inWeighedBatches(some, namesOf, namesPerStatement, (batch) => find(source, wanted, batch));
  await batchesOf(searches.filter(isByRepository), findInRepositories);
  await batchesOf(
    searches.filter((search) => !isByRepository(search)),
    findInOrganizations,
  );
};
