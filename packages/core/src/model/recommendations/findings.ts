import type { StoredObject } from '../objects/stored-object.js';
import type { RepositoryUsage } from '../usage/usage.js';
import type { RepositoryId, Slug, UploadSessionId } from '../values/index.js';

/** A repository and what it holds. */
export interface RepositorySize extends Pick<RepositoryUsage, 'logicalBytes' | 'physicalBytes'> {
  readonly id: RepositoryId;
  readonly slug: Slug;
}

export type UnusedObject = Pick<StoredObject, 'oid' | 'sizeBytes' | 'physicalBytes'>;

export interface StaleSession {
  readonly id: UploadSessionId;
  readonly repository: Pick<RepositorySize, 'id' | 'slug'>;
  readonly reservedBytes: number;
}
