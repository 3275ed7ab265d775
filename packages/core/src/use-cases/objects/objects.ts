import type { ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import type { Conflict, Forbidden, NotFound, Unavailable } from '../../model/app-error.js';
import type { QuarantinedObject } from '../../model/objects/quarantined-object.js';
import type { ObjectSort, StoredObject } from '../../model/objects/stored-object.js';
import type { Oid, Page, PageRequest, RepositoryId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { WithIndexCaches } from '../../steps/git-history/index-caches.js';
import { listObjects, listRemoved } from './list-objects.js';
import { removeObject, type RemoveObject } from './remove-object.js';
import { restoreObject } from './restore-object.js';

/** The stored objects of a repository. */
export interface Objects {
  /** Lists the verified objects of the repository, newest or largest first. */
  readonly list: (
    grant: RepositoryGrant<'repository.pull'>,
    command: { readonly sort: ObjectSort; readonly page: PageRequest },
  ) => ResultAsync<Page<StoredObject>, Unavailable>;

  /**
   * Takes an object out of every answer. Its bytes stay for `gcGraceMs`, count as reclaimable, and can be brought back until then. `conflict` with `object_kept`
   * while a snapshot, an upload or a verification keeps it, and, unless that is forced, while a branch or a tag reaches it. Removing it again changes
   * nothing.
   */
  readonly remove: (
    grant: RepositoryGrant<'repository.admin'>,
    command: RemoveObject,
  ) => ResultAsync<void, NotFound | Forbidden | Conflict | Unavailable>;

  /** Lists the removed objects that can be brought back, the one that was removed last first. */
  readonly listRemoved: (
    grant: RepositoryGrant<'repository.admin'>,
    page: PageRequest,
  ) => ResultAsync<Page<QuarantinedObject>, Unavailable>;

  /** Brings a removed object back as it was. `conflict` with `object_gone` once its bytes are being removed. */
  readonly restore: (
    grant: RepositoryGrant<'repository.admin'>,
    oid: Oid,
  ) => ResultAsync<StoredObject, NotFound | Forbidden | Conflict | Unavailable>;
}

export const createObjects = (ports: Ports & WithIndexCaches, onRestored: (repositoryId: RepositoryId) => void): Objects => ({
  list: listObjects(ports),
  remove: removeObject(ports),
  listRemoved: listRemoved(ports),
  restore: restoreObject(ports, onRestored),
});
