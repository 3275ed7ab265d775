import {
  invariant,
  type InstantMicros,
  microsOf,
  type OrganizationId,
  type RepositoryId,
  type StoredObject,
} from '@svc/core/model';
import { type RawBuilder, sql } from 'kysely';
import { isPresent } from './removed-repositories.js';
import type { SqlSource } from './sql-source.js';

const integer = (value: number): RawBuilder<number> => sql<number>`cast(${value} as bigint)`;

interface Registration {
  readonly organizationId: OrganizationId;
  /** Of the first object; each other has the next microsecond. */
  readonly first: InstantMicros;
}

/** When the last of the objects was made. A session may have more of them than a function takes arguments. */
export const lastMade = (objects: readonly Pick<StoredObject, 'createdAt'>[]): InstantMicros =>
  microsOf(objects.reduce((latest, { createdAt }) => Math.max(latest, createdAt), 0));

/**
 * Takes so many microseconds that no object of the organization has, none of them before `now`, for objects of which some have names.
 * Holds the organization's clock, so a reader that sees an object sees all of the organization's that have earlier instants.
 */
export const takeInstants = async (
  { db }: SqlSource,
  repositoryId: RepositoryId,
  now: InstantMicros,
  { count, names }: { readonly count: number; readonly names: number },
): Promise<Registration> => {
  const [row] = await db
    .insertInto('artifact_clocks')
    .columns(['organization_id', 'last_us', 'unindexed'])
    .expression(
      db
        .selectFrom('repositories')
        .select(['organization_id', integer(now + count - 1).as('last_us'), integer(names).as('unindexed')])
        .where('id', '=', repositoryId)
        .where(isPresent),
    )
    .onConflict((conflict) =>
      conflict.column('organization_id').doUpdateSet({
        last_us: sql<number>`case when artifact_clocks.last_us >= ${integer(now)} then artifact_clocks.last_us + ${integer(count)}
          else excluded.last_us end`,
        unindexed: sql<number>`artifact_clocks.unindexed + excluded.unindexed`,
      }),
    )
    .returning(['organization_id', 'last_us'])
    .execute();
  invariant(row !== undefined, 'an object belongs to a repository');
  return { organizationId: row.organization_id, first: row.last_us - count + 1 };
};

type CountedArtifact = Pick<StoredObject, 'type' | 'sizeBytes' | 'physicalBytes' | 'layout'>;

const logicalBytes = (objects: readonly CountedArtifact[]): number => objects.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
const physicalBytes = (objects: readonly CountedArtifact[]): number =>
  objects.reduce((sum, object) => sum + object.physicalBytes, 0);

/** Counts objects that were added, or, with -1, that were taken away. */
export const countArtifacts = async (
  { db }: SqlSource,
  organizationId: OrganizationId,
  repositoryId: RepositoryId,
  added: readonly CountedArtifact[],
  sign: 1 | -1 = 1,
): Promise<void> => {
  if (added.length === 0) return;
  await db
    .insertInto('artifact_counts')
    .values(
      [...new Set(added.map(({ type }) => type))].map((type) => {
        const all = added.filter((object) => object.type === type);
        const chunked = all.filter(({ layout }) => layout === 'chunks');
        return {
          organization_id: organizationId,
          repository_id: repositoryId,
          type,
          objects: sign * all.length,
          logical_bytes: sign * logicalBytes(all),
          physical_bytes: sign * physicalBytes(all),
          chunked_objects: sign * chunked.length,
          chunked_logical_bytes: sign * logicalBytes(chunked),
          chunked_physical_bytes: sign * physicalBytes(chunked),
        };
      }),
    )
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'repository_id', 'type']).doUpdateSet((column) => ({
        objects: column('artifact_counts.objects', '+', column.ref('excluded.objects')),
        logical_bytes: column('artifact_counts.logical_bytes', '+', column.ref('excluded.logical_bytes')),
        physical_bytes: column('artifact_counts.physical_bytes', '+', column.ref('excluded.physical_bytes')),
        chunked_objects: column('artifact_counts.chunked_objects', '+', column.ref('excluded.chunked_objects')),
        chunked_logical_bytes: column('artifact_counts.chunked_logical_bytes', '+', column.ref('excluded.chunked_logical_bytes')),
        chunked_physical_bytes: column(
          'artifact_counts.chunked_physical_bytes',
          '+',
          column.ref('excluded.chunked_physical_bytes'),
        ),
      })),
    )
    .execute();
};
