import type { Ports } from '../ports/ports.js';
import type { StorageNamespace } from '../values/index.js';

/** One repository's chunk tree, and what reading it needs. */
export interface ChunkTree extends Pick<Ports, 'blobs' | 'codec' | 'hasher'> {
  readonly namespace: StorageNamespace;
}
