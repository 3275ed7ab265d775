import type { BlockHasher, LinkKey } from '@svc/core';
import type { BlobStore, Hasher } from '@svc/core/ports';
import type { Closable } from '../run-cases.js';

/** A fresh, empty store and what can be seen of it from outside. */
export interface BlobStoreHarness extends Closable {
  readonly store: BlobStore;
  /** How many files or connections the store holds open now; absent where that cannot be counted. */
  readonly countOpenHandles?: () => Promise<number>;
  /** How many rounds each race takes; as many as a store without a server plays quickly when absent. */
  readonly racingRounds?: number;
  /** How many blobs the store is told of at once where it lists them: more than that are listed and removed. 1,000, as in S3, when absent. */
  readonly listedAtOnce?: number;
}

/** A store whose signed URLs the service serves itself. */
export interface OwnSignedUrlsHarness extends BlobStoreHarness {
  readonly baseUrl: string;
  readonly linkKeys: readonly LinkKey[];
}

/** A store that keeps block names beside what it promotes, and what it hashes with. */
export interface BlockNamesHarness extends BlobStoreHarness {
  readonly hasher: Hasher;
  readonly blockHasher: BlockHasher;
}
