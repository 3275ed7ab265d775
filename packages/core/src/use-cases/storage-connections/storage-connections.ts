import { createConnectionChecker } from './connection-checker.js';
import type { ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import type {
  BadRequest,
  Conflict,
  Forbidden,
  NotFound,
  QuotaExceeded,
  RateLimited,
  Unavailable,
} from '../../model/app-error.js';
import type { StorageConnection } from '../../model/storage-connections/storage-connection.js';
import type { StorageConnectionId } from '../../model/values/ids.js';
import type { Page, PageRequest } from '../../model/values/page.js';
import type { Ports } from '../../ports/ports.js';
import type { UpdateConnection } from './changed-connection.js';
import { createConnection, type CreateConnection } from './create-connection.js';
import { deleteConnection } from './delete-connection.js';
import { getConnection, listConnections } from './list-connections.js';
import { testConnection } from './test-connection.js';
import { updateConnection } from './update-connection.js';

/** Buckets that customers bring (spec 4.7). Needs a `connector` and a `secretBox`. */
export interface StorageConnections {
  /** Lists the organization's connections, newest first, also without a `connector`. */
  readonly list: (
    grant: OrganizationGrant<'storage.read'>,
    page: PageRequest,
  ) => ResultAsync<Page<StorageConnection>, Unavailable>;

  /** Reads one connection, without its secret. */
  readonly get: (
    grant: OrganizationGrant<'storage.read'>,
    id: StorageConnectionId,
  ) => ResultAsync<StorageConnection, NotFound | Unavailable>;

  /**
   * Checks a bucket and stores the connection with its health (spec 4.7). Asks the plan before it calls anybody's server, and again
   * when it stores. A connection that fails its checks is stored too; no repository can use it until it passes.
   */
  readonly create: (
    grant: OrganizationGrant<'storage.manage'>,
    command: CreateConnection,
  ) => ResultAsync<StorageConnection, BadRequest | NotFound | Forbidden | QuotaExceeded | RateLimited | Unavailable>;

  /**
   * Changes a connection and checks it again. While a repository uses it, endpoint, region, bucket and prefix stay: `conflict` with
   * `in_use`. `conflict` with `changed_meanwhile` when another change came between.
   */
  readonly update: (
    grant: OrganizationGrant<'storage.manage'>,
    id: StorageConnectionId,
    command: UpdateConnection,
  ) => ResultAsync<StorageConnection, BadRequest | NotFound | Forbidden | Conflict | RateLimited | Unavailable>;

  /** Runs the seven checks and records what they find (spec 4.7). */
  readonly test: (
    grant: OrganizationGrant<'storage.manage'>,
    id: StorageConnectionId,
  ) => ResultAsync<StorageConnection, BadRequest | NotFound | Forbidden | Conflict | RateLimited | Unavailable>;

  /** Forgets a connection that no repository uses, and its secret. The bytes in the bucket stay. */
  readonly remove: (
    grant: OrganizationGrant<'storage.manage'>,
    id: StorageConnectionId,
  ) => ResultAsync<void, NotFound | Forbidden | Conflict | Unavailable>;
}

export const createStorageConnections = (ports: Ports): StorageConnections => {
  const check = createConnectionChecker(ports);
  return {
    list: listConnections(ports),
    get: getConnection(ports),
    create: createConnection(ports, check),
    update: updateConnection(ports, check),
    test: testConnection(ports, check),
    remove: deleteConnection(ports),
  };
};
