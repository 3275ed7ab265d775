import type { ResultAsync } from 'neverthrow';
import type { ApiError } from './api-error.js';
import type { Api } from './api-operations.js';
import type { CallOptions } from './caller.js';

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

/** Spec 4.9. */
export const repositoriesApi = (api: Api): RepositoriesApi => ({
  get: (repoID, options) =>
    api.GET('/api/v1/repositories/{repoID}', { params: { path: { repoID } }, ...options }).map(({ data: { repository } }) => ({
      id: repository.id,
      organizationId: repository.organization_id,
      name: repository.name,
      slug: repository.slug,
      generation: repository.generation,
    })),
  usage: (repoID, options) =>
    api.GET('/api/v1/repositories/{repoID}/usage', { params: { path: { repoID } }, ...options }).map(({ data: { usage } }) => ({
      objectCount: usage.object_count,
      logicalBytes: usage.logical_bytes,
      physicalBytes: usage.physical_bytes,
      dedupRatio: usage.dedup_ratio,
    })),
});
