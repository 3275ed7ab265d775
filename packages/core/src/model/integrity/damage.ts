import type { Instant, Oid, RepositoryId, TreePath } from '../values/index.js';

/** What the database says is stored: an object, or a file of the chunk tree. */
export type Stored = { readonly kind: 'object'; readonly oid: Oid } | { readonly kind: 'file'; readonly path: TreePath };

/**
 * What is wrong with it. `missing`, `wrong_size` and `wrong_bytes` are said of the blob itself. `incomplete`: an object in chunks, of which a file of the chunk
 * tree is not there or is damaged.
 */
export type DamageProblem = 'missing' | 'wrong_size' | 'wrong_bytes' | 'incomplete';

/** Something that is stored and cannot be read as it was verified. It is known to nobody who asks what need not be sent, until it is sent again. */
export interface Damage {
  readonly repositoryId: RepositoryId;
  readonly of: Stored;
  readonly problem: DamageProblem;
  readonly foundAt: Instant;
}
