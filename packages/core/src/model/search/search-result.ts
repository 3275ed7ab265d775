import type { StoredObject } from '../objects/stored-object.js';
import type { OrganizationOfUser } from '../organizations/organization.js';
import type { Repository } from '../repository.js';
import type { Oid, RepositoryId } from '../values/index.js';

/** A registered object, with where it is. */
export interface FoundArtifact extends StoredObject {
  readonly repositoryId: RepositoryId;
}

/** A file of a repository's Git metadata. */
export interface FoundFile {
  readonly repositoryId: RepositoryId;
  readonly path: string;
  readonly oid: Oid;
}

/** Best first, at most as many of each kind as were asked for. */
export interface SearchResult {
  readonly organizations: readonly OrganizationOfUser[];
  readonly repositories: readonly Repository[];
  readonly artifacts: readonly FoundArtifact[];
  /** Always empty: no path of a Git index is searched. */
  readonly files: readonly FoundFile[];
}

export const searchTypes = ['organization', 'repository', 'artifact', 'file'] as const;
export type SearchType = (typeof searchTypes)[number];
