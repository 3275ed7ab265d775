import { artifactTypes, type OrganizationId, type RepositoryId } from '@svc/core/model';
import type { ArtifactQueries, ArtifactRecords } from '@svc/core/ports';
import { sql } from 'kysely';
import { artifactDetails } from './artifact-details.js';
import { type AskedArtifacts, firstOfType } from './artifact-orders.js';
import { type ArtifactRow, artifactsOf, sortedArtifacts } from './artifact-rows.js';
import { hiddenFrom } from './hidden-from.js';
import { indexNames } from './index-names.js';
import { namedArtifacts } from './named-artifacts.js';
import type { SqlSource } from './sql-source.js';

const isOfOrganization = async (
  { db }: SqlSource,
  organizationId: OrganizationId,
  repositoryId: RepositoryId,
): Promise<boolean> => {
  const row = await db.selectFrom('repositories').select('organization_id').where('id', '=', repositoryId).executeTakeFirst();
  return row?.organization_id === organizationId;
};

const countAll = async (source: SqlSource, { organizationId, filter }: AskedArtifacts): Promise<number> => {
  const { repositoryId, type } = filter;
  let query = source.db
    .selectFrom('artifact_counts')
    .select(sql<number>`cast(coalesce(sum(objects), 0) as bigint)`.as('count'))
    .where('organization_id', '=', organizationId)
    .where('repository_id', 'not in', hiddenFrom(source, filter.hiddenFrom));
  if (repositoryId !== undefined) query = query.where('repository_id', '=', repositoryId);
  if (type !== undefined) query = query.where('type', '=', type);
  return (await query.executeTakeFirstOrThrow()).count;
};

export const artifactQueries = (source: SqlSource): ArtifactQueries => ({
  ...artifactDetails(source),
  list: async (organizationId, filter, { sort, limit, before }) => {
    const { repositoryId, type, nameKeyPart } = filter;
    if (repositoryId !== undefined && !(await isOfOrganization(source, organizationId, repositoryId))) {
      return { artifacts: [], total: 0, hasUncounted: false };
    }
    const asked = { organizationId, filter, limit };
    if (nameKeyPart !== undefined) {
      const { rows: named, ...counted } = await namedArtifacts(source, asked, nameKeyPart, { sort, before });
      return { artifacts: await artifactsOf(source, named), ...counted };
    }
    const rows: ArtifactRow[] = [];
    for (const each of type === undefined ? artifactTypes : [type]) {
      rows.push(...(await firstOfType(source, asked, each, sort, before ?? Number.MAX_SAFE_INTEGER)));
    }
    const artifacts = await artifactsOf(source, sortedArtifacts(rows, sort).slice(0, limit));
    return { artifacts, total: await countAll(source, asked), hasUncounted: false };
  },
  listUnindexed: async (limit) => {
    const rows = await source.db
      .selectFrom('artifact_clocks')
      .select('organization_id')
      // A literal, since the index is one of these organizations alone and a parameter could have any value.
      .where('unindexed', '>=', sql.lit(4096))
      .orderBy('unindexed', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row) => row.organization_id);
  },
});

export const artifactRecords = (source: SqlSource): ArtifactRecords => ({
  indexNames: (organizationId) => indexNames(source, organizationId),
  noteIndexed: async (organizationId, names) => {
    await source.db
      .updateTable('artifact_clocks')
      .set({ unindexed: sql<number>`case when ${names} > 0 and unindexed > ${names} then unindexed - ${names} else 0 end` })
      .where('organization_id', '=', organizationId)
      .execute();
  },
  ...artifactQueries(source),
});
