import type { Instant } from '../values/instant.js';
import type { RepositoryId } from '../values/ids.js';

/** Of days after which a repository may have removed what nothing reaches. */
export const minReclaimAfterDays = 1;
export const maxReclaimAfterDays = 3650;

/**
 * Why nothing is known of what no branch and no tag reaches. `index_missing`: the repository has no Git index. `index_incomplete`: nobody has ever said that
 * its refs are all that there are. `index_behind`: objects have come since that was said last. `index_changing`: an upload to it is under way.
 */
export const lookDoubts = ['index_missing', 'index_incomplete', 'index_behind', 'index_changing'] as const;
export type LookDoubt = (typeof lookDoubts)[number];

/** What is known of the looks for unreachable objects at a repository that has asked for them. */
export interface UnreachableLook {
  readonly repositoryId: RepositoryId;
  readonly dueAt: Instant;
  /** Undefined before the first one. */
  readonly lookedAt: Instant | undefined;
  /** Undefined when the last one could tell what is unreachable. */
  readonly doubt: LookDoubt | undefined;
}

/** The objects of a repository that no keeper was found for, as the looks have left it. */
export interface UnreachableSum {
  readonly objects: number;
  readonly logicalBytes: number;
  /** What is rid of with them alone, in bytes. */
  readonly bytes: number;
  /** Since when the first of them is. */
  readonly oldestSince: Instant | undefined;
}
