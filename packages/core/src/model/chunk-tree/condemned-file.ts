import type { Instant, TreePath } from '../values/index.js';

/**
 * `seen`: one mark has found that nothing needs the file. `quarantined`: a later mark has found it, too; the file is in no answer any more, and can come back.
 * `deleting`: its bytes are being removed, and it cannot.
 */
export type CondemnedState = 'seen' | 'quarantined' | 'deleting';

/** A pack, a chunk map or a manifest of a chunk tree that nothing is known to need. */
export interface CondemnedFile {
  readonly path: TreePath;
  /** As the tree counts them. */
  readonly sizeBytes: number;
  readonly state: CondemnedState;
  /** When the first mark found it. */
  readonly seenAt: Instant;
  /** When the second one did; undefined before. */
  readonly quarantinedAt: Instant | undefined;
  /** When the next step may be taken: `quarantined` of what is seen, `deleting` of what is in quarantine, and another holder of what is being deleted. */
  readonly dueAt: Instant;
  /** Who removes the bytes; undefined before. */
  readonly holder: string | undefined;
  /** When the store said that the bytes are gone, where an earlier request of whose end nobody knows may still be on its way there; undefined otherwise. */
  readonly removedAt: Instant | undefined;
}
