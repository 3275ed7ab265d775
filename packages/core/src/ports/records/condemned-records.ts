import type { CondemnedFile, CondemnedState } from '../../model/chunk-tree/condemned-file.js';
import type { Instant, RepositoryId, TreePath } from '../../model/values/index.js';

/** One repository's chunk tree, taken on by somebody who looks for what nothing needs. By holder and attempt a claim is told from earlier and later ones. */
export interface ClaimedCollection {
  readonly repositoryId: RepositoryId;
  readonly holder: string;
  readonly attempt: number;
}

export interface CondemnedSum {
  readonly files: number;
  readonly bytes: number;
  /** When the first of them is due; undefined without any. */
  readonly nextDueAt: Instant | undefined;
  /** In packs that something needs, as was noted last. */
  readonly deadBytes: number;
}

export interface CondemnedQueries {
  /** Those of the files that are condemned, in whatever state. */
  find(repositoryId: RepositoryId, paths: readonly TreePath[]): Promise<ReadonlyMap<TreePath, CondemnedFile>>;
  /** In the order of their paths, those after the path, at most `limit`; of one state, when it is given. */
  list(
    repositoryId: RepositoryId,
    page: { readonly state?: CondemnedState | undefined; readonly after?: TreePath | undefined; readonly limit: number },
  ): Promise<readonly CondemnedFile[]>;
  /** Condemned files of all states together, and what else of the tree nothing needs. */
  sum(repositoryId: RepositoryId): Promise<CondemnedSum>;
}

/** Changes of a repository's condemned files are for transactions that hold its organization, so that each sees what the others have written. */
export interface CondemnedRecords extends CondemnedQueries {
  /** Writes the files, in place of those with their paths. */
  put(repositoryId: RepositoryId, files: readonly CondemnedFile[]): Promise<void>;
  /** They are condemned no more; those that were not are left. */
  remove(repositoryId: RepositoryId, paths: readonly TreePath[]): Promise<void>;
  /**
   * Takes on, of all repositories that ever had a file in their chunk tree, the one that has been due for longest, and among equals the one whose id comes
   * first; undefined when none is. It is due again at the end of the claim. When none is due, one that is due after `beyond` is taken on: the clock was set back
   * since (`beyondSchedule`).
   */
  claimCollection(holder: string, now: Instant, until: Instant, beyond?: Instant): Promise<ClaimedCollection | undefined>;
  /** Moves the end of the claim. False, and nothing written, when the repository is gone or somebody has claimed it since. */
  moveCollection(claim: ClaimedCollection, until: Instant): Promise<boolean>;
  /** Notes how many bytes of packs that something needs are of chunks that nothing needs. Nothing happens where the tree is not listed. */
  noteDead(repositoryId: RepositoryId, bytes: number): Promise<void>;
}
