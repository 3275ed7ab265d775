import type { ResultAsync } from 'neverthrow';
import { readAnswer } from './api.js';
import type { ApiError } from './api-error.js';
import type { Api, ApiAnswer, ApiSchema } from './api-operations.js';
import type { CallOptions } from './caller.js';
import { pathOf } from './path-of.js';
import type { Sender } from './sender.js';

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
  /** 1 - physical / logical of what lies in chunks: from 0 to 1. */
  readonly dedupRatio: number;
}

/** The slugs in a repository's Git URL. */
export interface RepositoryName {
  readonly organization: string;
  readonly repository: string;
}

export interface RepositoriesApi {
  /** By its names. The caller may pull from it; else it is a 404 like one that is not there. */
  find(name: RepositoryName, options?: CallOptions): ResultAsync<RepositoryInfo, ApiError>;
  get(repositoryId: string, options?: CallOptions): ResultAsync<RepositoryInfo, ApiError>;
  usage(repositoryId: string, options?: CallOptions): ResultAsync<RepositoryUsage, ApiError>;
}

const infoOf = (repository: ApiSchema<'Repository'>): RepositoryInfo => ({
  id: repository.id,
  organizationId: repository.organization_id,
  name: repository.name,
  slug: repository.slug,
  generation: repository.generation,
});

const ofLfsUrl = '/api/v1/repositories/{repoID}/lfs';

/** Spec 4.9. */
export const repositoriesApi = (api: Api, sender: Sender): RepositoriesApi => ({
  find: ({ organization, repository }, options) =>
    sender
      .send(
        {
          method: 'GET',
          path: pathOf('/{organization}/{repository}.git/info/lfs', { organization, repository }),
          isRepeatable: true,
          ...options,
        },
        (answer) => readAnswer<ApiAnswer<'GET', typeof ofLfsUrl>>(answer, `GET ${ofLfsUrl}`),
      )
      .map(({ data }) => infoOf(data.repository)),
  get: (repoID, options) =>
    api
      .GET('/api/v1/repositories/{repoID}', { params: { path: { repoID } }, ...options })
      .map(({ data }) => infoOf(data.repository)),
  usage: (repoID, options) =>
    api.GET('/api/v1/repositories/{repoID}/usage', { params: { path: { repoID } }, ...options }).map(({ data: { usage } }) => ({
      objectCount: usage.object_count,
      logicalBytes: usage.logical_bytes,
      physicalBytes: usage.physical_bytes,
      dedupRatio: usage.dedup_ratio,
    })),
});
