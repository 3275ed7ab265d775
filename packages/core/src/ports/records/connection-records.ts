import type { ConnectionHealth, StorageConnection } from '../../model/storage-connections/storage-connection.js';
import type { Instant, OrganizationId, Page, PageRequest, StorageConnectionId } from '../../model/values/index.js';

export interface ConnectionQueries {
  /** Newest first. */
  list(organizationId: OrganizationId, page: PageRequest): Promise<Page<StorageConnection>>;
  find(organizationId: OrganizationId, id: StorageConnectionId): Promise<StorageConnection | undefined>;
  /** For a caller that has a key below the connection's namespace, which nobody chooses. Finds retired ones, too. */
  findForRouting(id: StorageConnectionId): Promise<StorageConnection | undefined>;
  count(organizationId: OrganizationId): Promise<number>;
  /** Whether a repository keeps its bytes there, or a deleted one has bytes there that are to be removed. It stays true only while the organization is held. */
  isUsed(id: StorageConnectionId): Promise<boolean>;
  /**
   * Those of all organizations that were checked at or before the instant, the longest ago first, and then those that were checked after `beyond`: the clock was
   * set back since (`beyondSchedule`). At most `limit`.
   */
  listUnchecked(checkedBefore: Instant, beyond: Instant, limit: number): Promise<readonly StorageConnection[]>;
}

export interface ConnectionRecords extends ConnectionQueries {
  add(connection: StorageConnection): Promise<void>;
  /** Puts the changed connection in place of the one with `revision` one lower; false, and nothing written, when that is not there any more. */
  replace(connection: StorageConnection): Promise<boolean>;
  /** Keeps the revision when only the health is new; false when the connection was changed or removed meanwhile. */
  recordHealth(id: StorageConnectionId, revision: number, health: ConnectionHealth): Promise<boolean>;
  /**
   * Nothing is removed while a repository uses it. One in whose bucket bytes of deleted repositories are to be removed is retired: nothing but `findForRouting`
   * finds it any more.
   */
  remove(organizationId: OrganizationId, id: StorageConnectionId): Promise<'removed' | 'in_use' | 'missing'>;
  /** Removes all of the organization, which has no repository any more, in the same way. */
  removeAll(organizationId: OrganizationId): Promise<void>;
  /** Forgets a retired connection with its secret, once no deleted repository has bytes in its bucket any more. */
  forgetRetired(id: StorageConnectionId): Promise<void>;
}
