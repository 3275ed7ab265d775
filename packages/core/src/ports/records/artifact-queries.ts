import type { ArtifactType } from '../../model/artifacts/artifact-type.js';
import type { Artifact, ArtifactDetail, ArtifactSort, InstantMicros } from '../../model/artifacts/artifact.js';
import type { Oid, OrganizationId, RepositoryId, UserId } from '../../model/values/index.js';

export interface ArtifactFilter {
  readonly repositoryId?: RepositoryId | undefined;
  readonly type?: ArtifactType | undefined;
  /** Not empty: what is a part of the name's key. */
  readonly nameKeyPart?: string | undefined;
  /** Leaves out repositories on which this user's override is `NONE`. */
  readonly hiddenFrom: UserId;
}

export interface ArtifactPart {
  readonly sort: ArtifactSort;
  readonly limit: number;
  readonly before?: InstantMicros | undefined;
}

export interface ArtifactList {
  readonly artifacts: readonly Artifact[];
  /** How many the filter lets through in all; of those that are found by a part of the name at most `maxCountedNames`. */
  readonly total: number;
  /** Whether there are more than `total`. */
  readonly hasUncounted: boolean;
}

export interface ArtifactQueries {
  find(repositoryId: RepositoryId, oid: Oid): Promise<ArtifactDetail | undefined>;
  /** The objects of the repository that have exactly this name and were registered before the instant, newest first. */
  listVersions(
    repositoryId: RepositoryId,
    name: string,
    part: { readonly limit: number; readonly before?: InstantMicros | undefined },
  ): Promise<readonly ArtifactDetail[]>;
  /** The first artifacts of the organization in the order of the sort, or, of `recent`, the first that were registered before an instant. */
  list(organizationId: OrganizationId, filter: ArtifactFilter, part: ArtifactPart): Promise<ArtifactList>;
  /** Organizations of which so many names wait to be put into an index that it is worth it. Those with most come first, and any may be one without. */
  listUnindexed(limit: number): Promise<readonly OrganizationId[]>;
}

/**
 * Where names are found by an index that is written some time after the names, this writes it. What is found is the same before and after, also beside
 * another run of it.
 */
export interface ArtifactRecords extends ArtifactQueries {
  /** Puts the oldest of the names that wait into the index and answers how many, 0 when none waits. */
  indexNames(organizationId: OrganizationId): Promise<number>;
  /** Takes note that so many of the names that waited wait no more, for `listUnindexed`; 0: that none does. */
  noteIndexed(organizationId: OrganizationId, names: number): Promise<void>;
}
