import type { ObjectKey, StorageNamespace } from '../../../model/values/index.js';
import type { Ports } from '../../../ports/ports.js';
import type { ReceivedPacks } from './received-packs.js';

/** Puts the bytes of a blob from `begin` on into the target; they lie inside the blob. Throws a `TreeFault` or `TreeUnavailable`. */
export type FillSpan = (key: ObjectKey, begin: number, target: Uint8Array) => Promise<void>;

/** One repository's chunk tree, and what reading it needs. */
export interface ChunkTree extends Pick<Ports, 'blobs' | 'codec' | 'hasher'> {
  readonly namespace: StorageNamespace;
  /** How spans of blobs are read; `read` of the store does it when absent. */
  readonly fill?: FillSpan;
  /** Packs that need not be hashed once more; without it all are. */
  readonly received?: ReceivedPacks | undefined;
  /** What the clock has; without it long work has no slices. */
  readonly pause?: (() => Promise<void>) | undefined;
}
