import type { GitId } from '../../model/git-index/git-id.js';
import type { GitRename } from '../../model/git-index/git-index.js';
import type { GitFolder, GitPath } from '../../model/git-index/git-path.js';
import type { FileMode } from '../../model/git-index/path-entry.js';
import type { ByteCount } from '../../model/values/byte-count.js';
import type { IndexSessionId } from '../../model/values/ids.js';
import type { Oid } from '../../model/values/oid.js';

/** A blob that changes name. */
export interface DescribedObject {
  readonly id: GitId;
  readonly sizeBytes: ByteCount;
  /** What it points to, where it is an LFS pointer. */
  readonly lfs: { readonly oid: Oid; readonly sizeBytes: ByteCount } | undefined;
}

/** What a commit has at a path, other than its first parent. */
export interface SentChange {
  readonly path: GitPath;
  /** Undefined where the path is gone. */
  readonly file: { readonly mode: FileMode; readonly id: GitId } | undefined;
}

/** The tree object of a folder, as `git cat-file tree` gives it. */
export interface SentRawTree {
  readonly folder: GitFolder;
  readonly raw: Uint8Array;
}

/** Changes of a commit against its first parent, as `git diff-tree -r -t --root` tells them: all of them, or a part. */
export interface SentTree {
  readonly commit: GitId;
  readonly changes: readonly SentChange[];
  readonly renames: readonly GitRename[];
  /** The tree objects of folders that git would write otherwise today, for their ids are of these bytes alone. */
  readonly rawTrees: readonly SentRawTree[];
  /** Whether the changes of the commit end here. */
  readonly isLast: boolean;
}

/** The object with the bytes of a file that is no LFS pointer. */
export interface SentContent {
  readonly id: GitId;
  readonly oid: Oid;
}

export interface TakeTrees {
  readonly sessionId: IndexSessionId;
  readonly objects: readonly DescribedObject[];
  /** Parents before their children; the parts of a commit one after the other, in git's order. */
  readonly trees: readonly SentTree[];
  /** Of Git objects that were described in an earlier request; others are passed over. */
  readonly contents?: readonly SentContent[] | undefined;
}

export interface TakenTrees {
  /** Of the commits whose trees end here: those that are complete now, also if they were before. */
  readonly completed: number;
  /** Commits of the session whose trees are still wanted. */
  readonly pending: number;
}
