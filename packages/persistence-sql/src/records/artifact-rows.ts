import type { Artifact, ArtifactSort } from '@svc/core/model';
import type { Selectable } from 'kysely';
import { oidFromBinary } from '../codec.js';
import type { Schema } from '../schema.js';
import type { SqlSource } from './sql-source.js';

export const artifactColumns = [
  'repository_id',
  'oid',
  'size_bytes',
  'physical_bytes',
  'layout',
  'artifact_type',
  'name',
  'name_key',
  'downloads',
  'last_downloaded_at',
  'registered_us',
] as const;

export type ArtifactRow = Pick<Selectable<Schema['objects']>, (typeof artifactColumns)[number]>;

const compareBytes = (left: string, right: string): number => Buffer.compare(Buffer.from(left), Buffer.from(right));

const byName = ({ name_key: left }: ArtifactRow, { name_key: right }: ArtifactRow): number =>
  left === null || right === null ? Number(left === null) - Number(right === null) : compareBytes(left, right);

const comparators: Readonly<Record<ArtifactSort, (left: ArtifactRow, right: ArtifactRow) => number>> = {
  recent: () => 0,
  size: (left, right) => right.size_bytes - left.size_bytes,
  downloads: (left, right) => right.downloads - left.downloads,
  name: byName,
};

export const sortedArtifacts = (rows: readonly ArtifactRow[], sort: ArtifactSort): readonly ArtifactRow[] =>
  rows.toSorted((left, right) => comparators[sort](left, right) || right.registered_us - left.registered_us);

export const artifactOf = (row: Omit<ArtifactRow, 'name_key'>, repository: Artifact['repository']): Artifact => ({
  repository,
  oid: oidFromBinary(row.oid),
  sizeBytes: row.size_bytes,
  physicalBytes: row.physical_bytes,
  layout: row.layout,
  type: row.artifact_type,
  name: row.name ?? undefined,
  downloads: row.downloads,
  lastDownloadedAt: row.last_downloaded_at ?? undefined,
  registeredAt: row.registered_us,
});

export const artifactsOf = async ({ db }: SqlSource, rows: readonly ArtifactRow[]): Promise<readonly Artifact[]> => {
  const ids = [...new Set(rows.map((row) => row.repository_id))];
  if (ids.length === 0) return [];
  const found = await db.selectFrom('repositories').select(['id', 'slug', 'name']).where('id', 'in', ids).execute();
  const repositories = new Map(found.map((repository) => [repository.id, repository]));
  return rows.flatMap((row): Artifact[] => {
    const repository = repositories.get(row.repository_id);
    // Removed since its objects were listed.
    return repository === undefined ? [] : [artifactOf(row, repository)];
  });
};
