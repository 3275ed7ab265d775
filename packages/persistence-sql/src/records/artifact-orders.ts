import type { ArtifactSort, ArtifactType, InstantMicros, OrganizationId } from '@svc/core/model';
import type { ArtifactFilter } from '@svc/core/ports';
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import type { Schema } from '../schema.js';
import { artifactColumns, type ArtifactRow } from './artifact-rows.js';
import { hasPart } from './find-names.js';
import { unseenBy } from './hidden-from.js';
import type { SqlSource } from './sql-source.js';

type Objects = ExpressionBuilder<Schema, 'objects'>;

export interface AskedArtifacts {
  readonly organizationId: OrganizationId;
  readonly filter: ArtifactFilter;
  readonly limit: number;
}

const ofType = (source: SqlSource, { organizationId, filter }: AskedArtifacts, type: ArtifactType) => {
  const objects = source.db
    .selectFrom('objects')
    .select(artifactColumns)
    .where('artifact_type', '=', type)
    .where('repository_id', 'not in', unseenBy(source, filter.hiddenFrom));
  // A repository that is asked for was found to be the organization's own; to name both would leave it open which index is the better one.
  const { repositoryId } = filter;
  return repositoryId === undefined
    ? objects.where('organization_id', '=', organizationId)
    : objects.where('repository_id', '=', repositoryId);
};

/** The objects of a type that have something to be sorted by, out of the index of the order. */
const orderedBy = (source: SqlSource, asked: AskedArtifacts, type: ArtifactType, sort: Exclude<ArtifactSort, 'recent'>) => {
  const objects = ofType(source, asked, type);
  const ordered = {
    size: () => objects.orderBy('size_bytes', 'desc'),
    // A literal, since the index is one of these objects alone and a parameter could have any value.
    downloads: () => objects.where('downloads', '>', sql.lit(0)).orderBy('downloads', 'desc'),
    name: () => objects.where('name_key', 'is not', null).orderBy('name_key'),
  };
  return ordered[sort]().orderBy('registered_us', 'desc');
};

/** The newest of a type that hold the condition. */
const newest = (
  source: SqlSource,
  asked: AskedArtifacts,
  type: ArtifactType,
  holds: (objects: Objects) => Expression<SqlBool>,
): Promise<readonly ArtifactRow[]> =>
  ofType(source, asked, type).where(holds).orderBy('registered_us', 'desc').limit(asked.limit).execute();

/** Those that have nothing to be sorted by. */
const unordered = {
  downloads: (objects: Objects) => objects('downloads', '=', 0),
  name: (objects: Objects) => objects('name_key', 'is', null),
};

/** The first of a type in the order of the sort; those that have nothing to be sorted by come last, by their age. */
export const firstOfType = async (
  source: SqlSource,
  asked: AskedArtifacts,
  type: ArtifactType,
  sort: ArtifactSort,
  before: InstantMicros,
): Promise<readonly ArtifactRow[]> => {
  if (sort === 'recent') return newest(source, asked, type, (objects) => objects('registered_us', '<', before));
  const rows = await orderedBy(source, asked, type, sort).limit(asked.limit).execute();
  if (sort === 'size' || rows.length === asked.limit) return rows;
  return [...rows, ...(await newest(source, asked, type, unordered[sort]))];
};

/** The same of those that have a part in their name, which must be many: each object is looked at until there are enough. */
export const firstNamedOfType = async (
  source: SqlSource,
  asked: AskedArtifacts,
  type: ArtifactType,
  sort: Exclude<ArtifactSort, 'recent'>,
  part: string,
): Promise<readonly ArtifactRow[]> => {
  const rows = await orderedBy(source, asked, type, sort).where(hasPart(part)).limit(asked.limit).execute();
  if (sort !== 'downloads' || rows.length === asked.limit) return rows;
  const rest = await newest(source, asked, type, (objects) => objects.and([unordered.downloads(objects), hasPart(part)]));
  return [...rows, ...rest];
};

/** Of so many objects that come first in the order of the sort those that have a part in their name, in that order. */
export const namedAmongFirst = (
  source: SqlSource,
  asked: AskedArtifacts,
  type: ArtifactType,
  sort: Exclude<ArtifactSort, 'recent'>,
  { part, among }: { readonly part: string; readonly among: number },
): Promise<readonly ArtifactRow[]> => {
  const column = { size: 'size_bytes', downloads: 'downloads', name: 'name_key' } as const;
  return source.db
    .selectFrom(orderedBy(source, asked, type, sort).limit(among).as('looked_at'))
    .select(artifactColumns)
    .where(hasPart(part))
    .orderBy(column[sort], sort === 'name' ? 'asc' : 'desc')
    .orderBy('registered_us', 'desc')
    .limit(asked.limit)
    .execute();
};
