import type { Instant, TreePath } from '../values/index.js';

/** `receiving`: announced and charged, its bytes may not be there yet. `stored`: its bytes are in the store. */
export type TreeFileState = 'receiving' | 'stored';

export interface TreeFile {
  readonly path: TreePath;
  readonly sizeBytes: number;
  readonly state: TreeFileState;
  /** When the state was last set. */
  readonly changedAt: Instant;
}
