import { type ArtifactDetail, artifactTypes, nameKeyOf } from '@svc/core/model';
import type { ArtifactQueries } from '@svc/core/ports';
import { hashToBinary } from '../codec.js';
import { artifactOf } from './artifact-rows.js';
import type { SqlSource } from './sql-source.js';

const details = ({ db }: SqlSource) =>
  db
    .selectFrom('objects')
    .innerJoin('repositories', 'repositories.id', 'objects.repository_id')
    .leftJoin('users', 'users.id', 'objects.uploaded_by')
    .select([
      'objects.repository_id',
      'repositories.slug as repository_slug',
      'repositories.name as repository_name',
      'objects.oid',
      'objects.size_bytes',
      'objects.physical_bytes',
      'objects.layout',
      'objects.artifact_type',
      'objects.name',
      'objects.downloads',
      'objects.last_downloaded_at',
      'objects.registered_us',
      'objects.uploaded_by',
      'objects.chunk_count',
      'users.name as uploader_name',
    ]);

type DetailRow = Awaited<ReturnType<ReturnType<typeof details>['execute']>>[number];

const detailOf = (row: DetailRow): ArtifactDetail => ({
  ...artifactOf(row, { id: row.repository_id, slug: row.repository_slug, name: row.repository_name }),
  uploader: { id: row.uploaded_by, name: row.uploader_name ?? undefined },
  chunkCount: row.chunk_count ?? undefined,
});

export const artifactDetails = (source: SqlSource): Pick<ArtifactQueries, 'find' | 'listVersions'> => ({
  find: async (repositoryId, oid) => {
    const row = await details(source)
      .where('objects.repository_id', '=', repositoryId)
      .where('objects.oid', '=', hashToBinary(oid))
      .executeTakeFirst();
    return row && detailOf(row);
  },
  listVersions: async (repositoryId, name, { limit, before = Number.MAX_SAFE_INTEGER }) => {
    const found: DetailRow[] = [];
    // The index by names is one of each type, as that of the lists is.
    for (const type of artifactTypes) {
      const ofType = details(source)
        .where('objects.repository_id', '=', repositoryId)
        .where('artifact_type', '=', type)
        .where('name_key', '=', nameKeyOf(name))
        .where('objects.name', '=', name)
        .where('registered_us', '<', before);
      found.push(...(await ofType.orderBy('registered_us', 'desc').limit(limit).execute()));
    }
    return found
      .toSorted((left, right) => right.registered_us - left.registered_us)
      .slice(0, limit)
      .map(detailOf);
  },
});
