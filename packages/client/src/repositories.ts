import type { ResultAsync } from 'neverthrow';
import type { Api } from './api.js';
import { pathOf } from './api.js';
import type { ApiError } from './api-error.js';
import type { CallOptions } from './caller.js';
import { count, fields, type Reader, text } from './read-json.js';

/** What the service tells of a repository (spec 2.2). */
export interface RepositoryInfo {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly slug: string;
  /** Grows with each push that has registered something. */
  readonly generation: number;
}

/** Sizes in bytes. */
export interface RepositoryUsage {
  readonly objectCount: number;
  readonly logicalBytes: number;
  readonly physicalBytes: number;
  /** 1 - physical / logical. */
  readonly dedupRatio: number;
}

export interface RepositoriesApi {
  get(repositoryId: string, options?: CallOptions): ResultAsync<RepositoryInfo, ApiError>;
  usage(repositoryId: string, options?: CallOptions): ResultAsync<RepositoryUsage, ApiError>;
}

const repository: Reader<RepositoryInfo> = (json) => {
  const found = fields(fields(json)?.['repository']);
  const id = text(found?.['id']);
  const organizationId = text(found?.['organization_id']);
  const name = text(found?.['name']);
  const slug = text(found?.['slug']);
  const generation = count(found?.['generation']);
  const isWhole =
    id !== undefined && organizationId !== undefined && name !== undefined && slug !== undefined && generation !== undefined;
  return isWhole ? { id, organizationId, name, slug, generation } : undefined;
};

const usage: Reader<RepositoryUsage> = (json) => {
  const found = fields(fields(json)?.['usage']);
  const objectCount = count(found?.['object_count']);
  const logicalBytes = count(found?.['logical_bytes']);
  const physicalBytes = count(found?.['physical_bytes']);
  const dedupRatio = found?.['dedup_ratio'];
  const isWhole =
    objectCount !== undefined && logicalBytes !== undefined && physicalBytes !== undefined && typeof dedupRatio === 'number';
  return isWhole ? { objectCount, logicalBytes, physicalBytes, dedupRatio } : undefined;
};

/** Spec 4.9. */
export const repositoriesApi = (api: Api): RepositoriesApi => ({
  get: (repositoryId, options) =>
    api.json(
      { method: 'GET', path: pathOf('repositories', repositoryId), isRepeatable: true, ...options },
      'repository',
      repository,
    ),
  usage: (repositoryId, options) =>
    api.json(
      { method: 'GET', path: pathOf('repositories', repositoryId, 'usage'), isRepeatable: true, ...options },
      'usage',
      usage,
    ),
});
