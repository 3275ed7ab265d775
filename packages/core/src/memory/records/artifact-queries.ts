import {
  type Artifact,
  type ArtifactDetail,
  type ArtifactSort,
  maxCountedNames,
  nameKeyOf,
} from '../../model/artifacts/artifact.js';
import type { OrganizationId } from '../../model/values/index.js';
import type { ArtifactFilter, ArtifactQueries, ArtifactRecords } from '../../ports/records/artifact-queries.js';
import { compareText } from '../page-by-key.js';
import { keyOf } from '../table.js';
import type { ReadableTables, Rows } from '../tables.js';
import { isHiddenFrom } from './is-hidden-from.js';

type Row = Rows['objects'];

const byName = (left: Artifact, right: Artifact): number => {
  if (left.name === undefined || right.name === undefined)
    return Number(left.name === undefined) - Number(right.name === undefined);
  return compareText(nameKeyOf(left.name), nameKeyOf(right.name));
};

const comparators: Readonly<Record<ArtifactSort, (left: Artifact, right: Artifact) => number>> = {
  recent: () => 0,
  size: (left, right) => right.sizeBytes - left.sizeBytes,
  downloads: (left, right) => right.downloads - left.downloads,
  name: byName,
};

export const artifactQueries = (tables: ReadableTables): ArtifactQueries => {
  const artifactOf = ({ repositoryId, object, registeredAt }: Row): Artifact | undefined => {
    const repository = tables.repositories.get(repositoryId);
    if (repository === undefined) return undefined;
    const { id, slug, name } = repository;
    const { oid, sizeBytes, physicalBytes, layout, type, name: objectName } = object;
    const counted = tables.objectDownloads.get(keyOf(repositoryId, oid));
    return {
      repository: { id, slug, name },
      oid,
      sizeBytes,
      physicalBytes,
      layout,
      type,
      name: objectName,
      downloads: counted?.downloads ?? 0,
      lastDownloadedAt: counted?.lastDownloadedAt,
      registeredAt,
    };
  };
  const detailOf = (row: Row): ArtifactDetail | undefined => {
    const artifact = artifactOf(row);
    const id = row.object.uploadedBy;
    return artifact && { ...artifact, uploader: { id, name: tables.users.get(id)?.name }, chunkCount: row.chunkCount };
  };
  const matching = (
    organizationId: OrganizationId,
    { repositoryId: wanted, type, nameKeyPart, hiddenFrom }: ArtifactFilter,
  ): readonly Artifact[] =>
    tables.objects
      .where(({ repositoryId, object }) => {
        if (tables.repositories.get(repositoryId)?.organizationId !== organizationId) return false;
        if ((wanted !== undefined && repositoryId !== wanted) || (type !== undefined && object.type !== type)) return false;
        if (nameKeyPart !== undefined && !nameKeyOf(object.name ?? '').includes(nameKeyPart)) return false;
        return !isHiddenFrom(tables, repositoryId, hiddenFrom);
      })
      .flatMap((row) => artifactOf(row) ?? []);
  return {
    find: async (repositoryId, oid) => {
      const row = tables.objects.get(keyOf(repositoryId, oid));
      return row && detailOf(row);
    },
    listVersions: async (repositoryId, name, { limit, before = Infinity }) =>
      tables.objects
        .where((row) => row.repositoryId === repositoryId && row.object.name === name && row.registeredAt < before)
        .toSorted((left, right) => right.registeredAt - left.registeredAt)
        .slice(0, limit)
        .flatMap((row) => detailOf(row) ?? []),
    list: async (organizationId, filter, { sort, limit, before = Infinity }) => {
      const matches = matching(organizationId, filter);
      const artifacts = matches
        .filter(({ registeredAt }) => registeredAt < before)
        .toSorted((left, right) => comparators[sort](left, right) || right.registeredAt - left.registeredAt)
        .slice(0, limit);
      const counted = filter.nameKeyPart === undefined ? matches.length : Math.min(matches.length, maxCountedNames);
      return { artifacts, total: counted, hasUncounted: counted < matches.length };
    },
    listUnindexed: async () => [],
  };
};

/** Every name is looked at, so there is no index to write. */
export const artifactRecords = (tables: ReadableTables): ArtifactRecords => ({
  ...artifactQueries(tables),
  indexNames: async () => 0,
  noteIndexed: async () => undefined,
});
