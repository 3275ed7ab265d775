import type {
  BucketAccess,
  BucketAddress,
  BucketCapabilities,
  ConnectionHealth,
} from '../model/storage-connections/storage-connection.js';
import type { BlobStore } from './blob-store.js';

export interface BucketLogin {
  readonly address: BucketAddress;
  /** With the secret in plain. */
  readonly access: BucketAccess<string>;
}

/** Reaches the buckets that customers bring. What such a server answers is never trusted and never repeated; no forbidden address is ever connected to. */
export interface BucketConnector {
  /** Without I/O. The store's calls answer `unavailable` when the bucket does not. */
  open(login: BucketLogin, capabilities: BucketCapabilities): BlobStore;
  /** The seven checks. Leaves nothing behind in the bucket; always answers, within half a minute. `checkedAt` is 0. */
  check(login: BucketLogin): Promise<ConnectionHealth>;
  /**
   * Removes what crashes of the service have left in the bucket and no store shows, as far as the bucket lets it, and spares what may still be at work. Always
   * answers, within half a minute; what is left then is for the next call. Due about once a day. Absent where crashes leave nothing.
   */
  removeLeftovers?(login: BucketLogin): Promise<void>;
}
