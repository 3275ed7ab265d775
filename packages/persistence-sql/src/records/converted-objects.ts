import type { ConvertedObject, Instant, OrganizationId, RepositoryId } from '@svc/core/model';
import type { ConversionQueries } from '@svc/core/ports';
import { hashFromBinary } from '../codec.js';
import { inWindows, type IndexWindow, rowsPerWindow } from '../in-windows.js';
import { candidateOf } from './conversion-candidates.js';
import { objectColumns } from './object-records.js';
import { isPresent } from './removed-repositories.js';
import type { SqlSource } from './sql-source.js';

/** In the order in which they are due. */
interface Place {
  readonly dueAt: Instant;
  readonly repositoryId: RepositoryId;
  readonly oid: Uint8Array;
}

/** Those that are due, behind one place and up to another one. */
const due = ({ db }: SqlSource, organizationId: OrganizationId, now: Instant, { after, upTo }: IndexWindow<Place>) => {
  let query = db
    .selectFrom('converted_objects')
    .where('converted_objects.organization_id', '=', organizationId)
    .where('converted_objects.due_at', '<=', now)
    .orderBy('converted_objects.due_at')
    .orderBy('converted_objects.repository_id')
    .orderBy('converted_objects.oid');
  for (const [bound, place] of [
    ['>', after],
    ['<=', upTo],
  ] as const) {
    if (place === undefined) continue;
    query = query.where((object) =>
      object(
        object.refTuple('converted_objects.due_at', 'converted_objects.repository_id', 'converted_objects.oid'),
        bound,
        object.tuple(place.dueAt, place.repositoryId, place.oid),
      ),
    );
  }
  return query;
};

/** Of nearly all nothing was downloaded since they were cut, and they stay due: they are looked through window by window. */
export const listConverted = async (
  source: SqlSource,
  ...[organizationId, { downloadedSince, now }, limit]: Parameters<ConversionQueries['listConverted']>
): Promise<readonly ConvertedObject[]> => {
  const findEnd = async (after: Place | undefined): Promise<Place | undefined> => {
    const row = await due(source, organizationId, now, { after, upTo: undefined })
      .select(['converted_objects.due_at', 'converted_objects.repository_id', 'converted_objects.oid'])
      .offset(rowsPerWindow - 1)
      .limit(1)
      .executeTakeFirst();
    return row && { dueAt: row.due_at, repositoryId: row.repository_id, oid: row.oid };
  };
  const found: ConvertedObject[] = [];
  await inWindows<Place>(undefined, findEnd, async (window) => {
    const rows = await due(source, organizationId, now, window)
      .innerJoin('objects', (join) =>
        join
          .onRef('objects.repository_id', '=', 'converted_objects.repository_id')
          .onRef('objects.oid', '=', 'converted_objects.oid'),
      )
      .innerJoin('repositories', 'repositories.id', 'converted_objects.repository_id')
      .where(isPresent)
      .where('objects.last_downloaded_at', '>', downloadedSince)
      .where('objects.manifest_sha256', 'is not', null)
      .select(objectColumns.map((column) => `objects.${column}` as const))
      .select(['objects.repository_id', 'objects.manifest_sha256', 'objects.last_downloaded_at', 'objects.downloads'])
      .select(['repositories.deduplicate', 'converted_objects.counted_since', 'converted_objects.downloads_before'])
      .$narrowType<{ manifest_sha256: Uint8Array }>()
      .limit(limit - found.length)
      .execute();
    found.push(
      ...rows.map((row) => ({
        ...candidateOf(row),
        manifestSha256: hashFromBinary(row.manifest_sha256),
        countedSince: row.counted_since,
        downloads: row.downloads - row.downloads_before,
      })),
    );
    return found.length === limit ? 'enough' : 'go_on';
  });
  return found;
};
