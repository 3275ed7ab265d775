import { err, ok, type Result, ResultAsync } from 'neverthrow';
import type { OpenConnection } from '../../blob-store/routing-blob-store.js';
import { unavailable, type Unavailable } from '../../model/app-error.js';
import type { BucketCapabilities, StorageConnection } from '../../model/storage-connections/storage-connection.js';
import type { StorageConnectionId } from '../../model/values/index.js';
import type { BlobStore } from '../../ports/blob-store.js';
import type { BucketConnector } from '../../ports/bucket-connector.js';
import type { Ports } from '../../ports/ports.js';
import type { SecretBox } from '../../ports/secret-box.js';
import { openLogin } from './sealed-access.js';

export interface OpenConnectionPorts extends Pick<Ports, 'unitOfWork'> {
  readonly connector: BucketConnector;
  readonly secretBox: SecretBox;
}

/** Buckets that are kept open when nothing else is said; beyond them the one goes that was not used for longest. */
const defaultMaxOpen = 256;

interface OpenBucket {
  readonly revision: number;
  readonly capabilities: BucketCapabilities;
  readonly store: BlobStore;
}

const isCurrent = ({ revision, capabilities }: OpenBucket, connection: StorageConnection): boolean => {
  const now = connection.health.capabilities;
  return (
    revision === connection.revision &&
    capabilities.checksumEnforced === now.checksumEnforced &&
    capabilities.createOnce === now.createOnce &&
    capabilities.copyComputesSha256 === now.copyComputesSha256
  );
};

/**
 * Opens the buckets of storage connections for `routingBlobStore`. Each use reads the connection's row, so a change or a removal holds from the next use
 * on, on every process; what was opened for the same revision is used again. A connection that is gone, or whose secret cannot be opened, is a
 * store that does not answer. Not to be used inside of a transaction.
 */
export const createOpenConnection = (
  { unitOfWork, connector, secretBox }: OpenConnectionPorts,
  maxOpen: number = defaultMaxOpen,
): OpenConnection => {
  const opened = new Map<StorageConnectionId, OpenBucket>();

  // A map keeps its keys in the order in which they were set: the first one is the one not used for longest.
  const keep = (id: StorageConnectionId, bucket: OpenBucket): BlobStore => {
    opened.delete(id);
    opened.set(id, bucket);
    for (const oldest of opened.keys()) {
      if (opened.size <= maxOpen) break;
      opened.delete(oldest);
    }
    return bucket.store;
  };

  const open = async (id: StorageConnectionId): Promise<Result<BlobStore, Unavailable>> => {
    const found = await unitOfWork.read(({ connections }) => connections.findForRouting(id));
    if (found.isErr()) return err(found.error);
    const connection = found.value;
    if (connection === undefined) {
      opened.delete(id);
      return err(unavailable('storage'));
    }
    const known = opened.get(id);
    if (known !== undefined && isCurrent(known, connection)) return ok(keep(id, known));
    const login = await openLogin(secretBox, connection);
    if (login === undefined) return err(unavailable('storage'));
    const { revision, health } = connection;
    const { capabilities } = health;
    return ok(keep(id, { revision, capabilities, store: connector.open(login, capabilities) }));
  };

  return (connectionId) => new ResultAsync(open(connectionId));
};
