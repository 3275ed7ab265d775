import type { FileMode } from './path-entry.js';
import type { GitId, GitObjectFormat } from './git-id.js';
import type { GitFolder, GitPath } from './git-path.js';
import type { GitRefName } from './git-ref.js';
import type { GitSignature } from './git-signature.js';
import type { ByteCount } from '../values/byte-count.js';
import type { IndexSessionId, RepositoryId, UserId } from '../values/ids.js';
import { HOUR_MS, type Instant } from '../values/instant.js';
import type { Oid } from '../values/oid.js';

/** What the service knows of a repository's Git history, counted. */
export interface GitIndex {
  readonly objectFormat: GitObjectFormat;
  /** Counts the uploads that were finalized. */
  readonly generation: number;
  /** The number that the next commit gets. Parents have lower numbers than their children. */
  readonly commitCount: number;
  /** The number that the next Git object gets. */
  readonly objectCount: number;
  /** The number under which the next nodes of a path tree are written. */
  readonly writeCount: number;
  /** What it occupies in the database, about. */
  readonly bytes: ByteCount;
  /** When an upload was last finalized; undefined before the first. */
  readonly indexedAt: Instant | undefined;
  /** The branch that HEAD names where the history comes from; undefined where nobody has said. */
  readonly head: GitRefName | undefined;
  /** Undefined until somebody has said that its refs are all that there are. */
  readonly complete: CompleteIndex | undefined;
}

/** When it was said last that the refs of an index are all that there are. */
export interface CompleteIndex {
  readonly at: Instant;
  /** Of the repository before those refs were read: whatever it has had by then, they reach or they do not. */
  readonly repositoryGeneration: number;
}

export const newGitIndex = (objectFormat: GitObjectFormat): GitIndex => ({
  objectFormat,
  generation: 0,
  commitCount: 0,
  objectCount: 0,
  writeCount: 0,
  bytes: 0,
  indexedAt: undefined,
  head: undefined,
  complete: undefined,
});

/** Where the root of a path tree lies: among the nodes of one write, at a place. */
export interface PathTreeRoot {
  readonly commit: number;
  readonly offset: number;
}

/** A Git object that a commit of the index has at a path: a blob, a tree, or a commit of a submodule. */
export interface GitObject {
  readonly number: number;
  readonly id: GitId;
  /** Of a blob; undefined of a tree and of a submodule. */
  readonly sizeBytes: ByteCount | undefined;
  /** Of a blob that is an LFS pointer: what it points to. */
  readonly lfs: { readonly oid: Oid; readonly sizeBytes: ByteCount } | undefined;
  /** Of a file that is no LFS pointer: the object with its bytes, once they were seen to be those. */
  readonly contentOid?: Oid | undefined;
}

/** By which the service knows what people get of a Git object; undefined where it does not. */
export const oidOfContent = ({ lfs, contentOid }: GitObject): Oid | undefined => lfs?.oid ?? contentOid;

/** A commit whose tree the service has. */
export interface IndexedCommit {
  readonly number: number;
  readonly id: GitId;
  /** The number of its tree among the Git objects. */
  readonly treeObject: number;
  readonly root: PathTreeRoot;
}

export interface IndexedCommitDetails extends IndexedCommit {
  /** Numbers, in git's order. */
  readonly parents: readonly number[];
  readonly author: GitSignature;
  readonly committer: GitSignature;
  readonly message: string;
}

/** What git itself takes for one file under two names, in a commit and its first parent. */
export interface GitRename {
  readonly from: GitPath;
  readonly to: GitPath;
  /** In percent. */
  readonly similarity: number;
}

/** A path that a commit does not have, and its first parent does. */
export interface GitDeletion {
  /** The number of the commit. */
  readonly commit: number;
  readonly path: GitPath;
}

/**
 * A path at which a commit has put an LFS pointer, and no parent of it has the same one there: what `git log --raw -c` shows of the commit. A merge that takes a
 * pointer over from one of its parents has not put it there.
 */
export interface GitUse {
  /** The number of the pointer. */
  readonly object: number;
  /** The number of the commit. */
  readonly commit: number;
  readonly path: GitPath;
}

/** What an upload to the index has come to. */
export interface FinalizedIndex {
  readonly generation: number;
  readonly commits: number;
  readonly refs: number;
  /** Objects that LFS pointers name and the repository does not have. */
  readonly missingObjects: number;
}

/** One upload to the index of a repository. */
export interface IndexSession {
  readonly id: IndexSessionId;
  readonly repositoryId: RepositoryId;
  readonly objectFormat: GitObjectFormat;
  /** Of the index when the session was opened. */
  readonly baseGeneration: number;
  /** Of the repository when the session was opened; undefined of one that an earlier version has opened. */
  readonly repositoryGeneration: number | undefined;
  readonly openedBy: UserId;
  readonly openedAt: Instant;
  readonly expiresAt: Instant;
  /** Undefined until it is finalized. */
  readonly outcome: FinalizedIndex | undefined;
}

export const indexSessionMs = 24 * HOUR_MS;

/** A change of a commit whose tree comes in parts, for a later part. */
export interface HeldChange {
  readonly path: GitPath;
  /** Undefined where the path is gone. */
  readonly file: { readonly mode: FileMode; readonly object: number; readonly changedIn: number } | undefined;
  readonly sizeBytes: ByteCount;
}

/** A folder that a commit changes whose tree comes in parts. */
export interface PendingFolder {
  readonly folder: GitFolder;
  /** Undefined where its tree is as git writes one. */
  readonly odd: OddTree | undefined;
}

/** The ids of a tree object that git would write otherwise today, and of what it would write: of bytes that were sent. */
export interface OddTree {
  readonly id: GitId;
  readonly plainId: GitId;
}

/** How far the tree of a commit has come that is sent in parts. */
export interface CommitProgress {
  /** The commit's own. */
  readonly number: number;
  readonly root: PathTreeRoot;
  /** By which parts are known that come twice. */
  readonly parts: readonly string[];
  readonly held: readonly HeldChange[];
}

/** A commit that was sent, and whose tree was not, or not all of it. */
export interface PendingCommit {
  readonly id: GitId;
  /** As `git cat-file commit` gives it. */
  readonly raw: Uint8Array;
  readonly progress: CommitProgress | undefined;
}
