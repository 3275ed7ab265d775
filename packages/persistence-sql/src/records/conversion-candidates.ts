import type { ConversionCandidate, OrganizationId } from '@svc/core/model';
import type { ConversionPosition, ConversionQueries } from '@svc/core/ports';
import { type Selectable, sql } from 'kysely';
import { hashFromBinary, hashToBinary, oidFromBinary } from '../codec.js';
import { inWindows, rowsPerWindow } from '../in-windows.js';
import type { Schema } from '../schema.js';
import { objectColumns, objectOf } from './object-records.js';
import { isPresent } from './removed-repositories.js';
import type { SqlSource } from './sql-source.js';

type CandidateRow = Parameters<typeof objectOf>[0] &
  Pick<Selectable<Schema['objects']>, 'repository_id' | 'manifest_sha256' | 'last_downloaded_at'> &
  Pick<Selectable<Schema['repositories']>, 'deduplicate'>;

export const candidateOf = (row: CandidateRow): ConversionCandidate => ({
  repositoryId: row.repository_id,
  object: objectOf(row),
  manifestSha256: row.manifest_sha256 === null ? undefined : hashFromBinary(row.manifest_sha256),
  lastDownloadedAt: row.last_downloaded_at ?? undefined,
  deduplicate: row.deduplicate ?? undefined,
});

/** The whole objects of at least so many bytes behind one position and up to another one. */
const convertible = (
  { db }: SqlSource,
  organizationId: OrganizationId,
  minBytes: number,
  after: ConversionPosition | undefined,
  upTo?: ConversionPosition,
) => {
  let query = db
    .selectFrom('objects')
    .where('objects.organization_id', '=', organizationId)
    // Literals, since the index is one of these objects alone and a parameter could have any value.
    .where('objects.layout', '=', sql.lit('whole'))
    .where('objects.size_bytes', '>=', sql.lit(minBytes))
    .orderBy('objects.repository_id')
    .orderBy('objects.oid');
  for (const [bound, position] of [
    ['>', after],
    ['<=', upTo],
  ] as const) {
    if (position === undefined) continue;
    const { repositoryId, oid } = position;
    // One bound of the index: with two of them all of the repository before the place is read again for each page.
    query = query.where((place) =>
      place(place.refTuple('objects.repository_id', 'objects.oid'), bound, place.tuple(repositoryId, hashToBinary(oid))),
    );
  }
  return query;
};

/** Nearly all may have been looked at: they are looked through window by window. */
export const listCandidates = async (
  source: SqlSource,
  ...[organizationId, first, { minBytes, now }, limit]: Parameters<ConversionQueries['listCandidates']>
): Promise<readonly ConversionCandidate[]> => {
  const findEnd = async (after: ConversionPosition | undefined): Promise<ConversionPosition | undefined> => {
    const row = await convertible(source, organizationId, minBytes, after)
      .select(['objects.repository_id', 'objects.oid'])
      .offset(rowsPerWindow - 1)
      .limit(1)
      .executeTakeFirst();
    return row && { repositoryId: row.repository_id, oid: oidFromBinary(row.oid) };
  };
  const found: ConversionCandidate[] = [];
  await inWindows(first, findEnd, async ({ after, upTo }) => {
    const rows = await convertible(source, organizationId, minBytes, after, upTo)
      .innerJoin('repositories', 'repositories.id', 'objects.repository_id')
      .where(isPresent)
      .select(objectColumns.map((column) => `objects.${column}` as const))
      .select(['objects.repository_id', 'objects.manifest_sha256', 'objects.last_downloaded_at', 'repositories.deduplicate'])
      .where((object) => {
        // Looked up for each object of the window: joined, PostgreSQL reads all that there are.
        const dueAt = object
          .selectFrom('conversion_trials')
          .select('due_at')
          .whereRef('conversion_trials.repository_id', '=', 'objects.repository_id')
          .whereRef('conversion_trials.oid', '=', 'objects.oid');
        return object(object.fn.coalesce(dueAt, sql.lit(0)), '<=', now);
      })
      .limit(limit - found.length)
      .execute();
    found.push(...rows.map(candidateOf));
    return found.length === limit ? 'enough' : 'go_on';
  });
  return found;
};
