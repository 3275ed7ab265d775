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
}
