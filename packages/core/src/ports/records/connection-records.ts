import type { ConnectionHealth, StorageConnection } from '../../storage-connections/storage-connection.js';
import type { OrganizationId, StorageConnectionId } from '../../values/index.js';

export interface ConnectionQueries {
  /** In the order in which they were made. */
  list(organizationId: OrganizationId): Promise<readonly StorageConnection[]>;
  find(organizationId: OrganizationId, id: StorageConnectionId): Promise<StorageConnection | undefined>;
  /** For whoever has a key below the connection's namespace, which nobody chooses. */
  findForRouting(id: StorageConnectionId): Promise<StorageConnection | undefined>;
}

export interface ConnectionRecords extends ConnectionQueries {
  add(connection: StorageConnection): Promise<void>;
  count(organizationId: OrganizationId): Promise<number>;
  /** Puts the changed connection in place of the one with `revision` one lower; false, and nothing written, when that is not there any more. */
  replace(connection: StorageConnection): Promise<boolean>;
  /** Keeps the revision when only the health is new; false when the connection was changed or removed meanwhile. */
  recordHealth(id: StorageConnectionId, revision: number, health: ConnectionHealth): Promise<boolean>;
  /** False, and nothing removed, while a repository uses it. */
  remove(organizationId: OrganizationId, id: StorageConnectionId): Promise<'removed' | 'in_use' | 'missing'>;
}
