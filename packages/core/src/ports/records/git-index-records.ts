import type { GitId } from '../../model/git-index/git-id.js';
import type {
  CommitProgress,
  FinalizedIndex,
  GitDeletion,
  GitIndex,
  GitObject,
  GitRename,
  GitUse,
  IndexedCommit,
  IndexedCommitDetails,
  IndexSession,
  PathTreeRoot,
  PendingCommit,
  PendingFolder,
} from '../../model/git-index/git-index.js';
import type { GitFolder, GitPath } from '../../model/git-index/git-path.js';
import type { GitRef, GitRefName, GitTip, RefTarget } from '../../model/git-index/git-ref.js';
import type { ByteCount, IndexSessionId, Instant, Oid, Page, PageRequest, RepositoryId } from '../../model/values/index.js';

export interface CommitRename extends GitRename {
  /** The number of the commit. */
  readonly commit: number;
}

export interface GitIndexQueries {
  /** Undefined until somebody opened a session. */
  find(repositoryId: RepositoryId): Promise<GitIndex | undefined>;
  findSession(repositoryId: RepositoryId, sessionId: IndexSessionId): Promise<IndexSession | undefined>;
  /** Those of the commits whose trees are there. */
  findCommits(repositoryId: RepositoryId, ids: readonly GitId[]): Promise<ReadonlyMap<GitId, IndexedCommit>>;
  findObjects(repositoryId: RepositoryId, ids: readonly GitId[]): Promise<ReadonlyMap<GitId, GitObject>>;
  /** Those of the commits that are there, by their numbers. */
  findCommitDetails(repositoryId: RepositoryId, numbers: readonly number[]): Promise<ReadonlyMap<number, IndexedCommitDetails>>;
  /** The ids of those of the commits that are there, by their numbers: a commit's message may be long. */
  findCommitIds(repositoryId: RepositoryId, numbers: readonly number[]): Promise<ReadonlyMap<number, GitId>>;
  /** Commits whose ids lie between two ids, those included, in the order of their ids, at most `limit`. */
  listCommitsBetween(repositoryId: RepositoryId, from: GitId, to: GitId, limit: number): Promise<readonly IndexedCommit[]>;
  /** By the numbers of the objects. */
  findObjectsByNumber(repositoryId: RepositoryId, numbers: readonly number[]): Promise<ReadonlyMap<number, GitObject>>;
  /** By the numbers of the objects. */
  findObjectIds(repositoryId: RepositoryId, numbers: readonly number[]): Promise<ReadonlyMap<number, GitId>>;
  /** Pages of path trees by their numbers. */
  loadNodes(repositoryId: RepositoryId, pages: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>>;
  /** Renames that were sent with a commit, of files at these paths, in no order, at most `limit`. */
  findRenamesFrom(
    repositoryId: RepositoryId,
    commit: number,
    paths: readonly GitPath[],
    limit: number,
  ): Promise<readonly GitRename[]>;
  /** Those to these paths. */
  findRenamesTo(
    repositoryId: RepositoryId,
    commit: number,
    paths: readonly GitPath[],
    limit: number,
  ): Promise<readonly GitRename[]>;
  /** All renames that were sent with these commits, in the order of the numbers of the commits, at most `limit`. */
  listRenames(repositoryId: RepositoryId, commits: readonly number[], limit: number): Promise<readonly CommitRename[]>;
  /** Where the path trees of commits begin, by the numbers of the commits. */
  findRoots(repositoryId: RepositoryId, commits: readonly number[]): Promise<ReadonlyMap<number, PathTreeRoot>>;
  /** Commits whose changes against their first parents removed the path, of numbers up to `upTo`: the highest first, at most `limit`. */
  listDeletions(repositoryId: RepositoryId, path: GitPath, upTo: number, limit: number): Promise<readonly number[]>;
  /** Chunks of the commit graph by their numbers, from `first` on. */
  listGraphChunks(repositoryId: RepositoryId, first: number): Promise<readonly Uint8Array[]>;
  /** In the order of the bytes of their names; a name is the cursor. */
  listRefs(repositoryId: RepositoryId, page: PageRequest): Promise<Page<GitRef>>;
  /** Where they lead, without what tags say, in the same order. */
  listRefTargets(repositoryId: RepositoryId, page: PageRequest): Promise<Page<RefTarget>>;
  findRefs(repositoryId: RepositoryId, names: readonly GitRefName[]): Promise<ReadonlyMap<GitRefName, GitRef>>;
  /** Where each branch and tag is, all of them, in the order of the bytes of their names. */
  listTips(repositoryId: RepositoryId): Promise<readonly GitTip[]>;
  countRefs(repositoryId: RepositoryId): Promise<number>;
  /** How many objects LFS pointers of the index name that the repository does not have. */
  countMissingObjects(repositoryId: RepositoryId): Promise<number>;
  /** Objects that came after the instant and that no LFS pointer of the index names: how many, at most `limit`, and since when the first of them. */
  unindexedObjects(
    repositoryId: RepositoryId,
    after: Instant,
    limit: number,
  ): Promise<{ readonly count: number; readonly oldestAt: Instant | undefined }>;
  /** The numbers of LFS pointers that name the object, at most `limit`, the lowest first. */
  listPointers(repositoryId: RepositoryId, oid: Oid, limit: number): Promise<readonly number[]>;
  /** Where the first commit that has put an LFS pointer of an object has put it, of those of the objects that have one. */
  findPlaces(repositoryId: RepositoryId, oids: readonly Oid[]): Promise<ReadonlyMap<Oid, GitPath>>;
  /** Whether a plain file of the history, of whatever commit, has the bytes of the object. */
  isContent(repositoryId: RepositoryId, oid: Oid): Promise<boolean>;
  /** Where commits have put these pointers: in the order of the numbers of the commits, then of the bytes of the paths, those after `after`, at most `limit`. */
  listUses(
    repositoryId: RepositoryId,
    pointers: readonly number[],
    page: { readonly after: { readonly commit: number; readonly path: GitPath } | undefined; readonly limit: number },
  ): Promise<readonly GitUse[]>;
  /** Where commits of numbers up to `upTo` have put these pointers: in no order, at most `limit`. */
  listUsesUpTo(repositoryId: RepositoryId, pointers: readonly number[], upTo: number, limit: number): Promise<readonly GitUse[]>;
  /** Those of the commits that were sent in the session and are not complete. */
  findPending(sessionId: IndexSessionId, ids: readonly GitId[]): Promise<ReadonlyMap<GitId, PendingCommit>>;
  /** The same, as the lengths of their bytes alone. */
  findPendingSizes(sessionId: IndexSessionId, ids: readonly GitId[]): Promise<ReadonlyMap<GitId, ByteCount>>;
  countPending(sessionId: IndexSessionId): Promise<number>;
  /** Folders that parts of a commit have changed, in the order of their bytes, those after `after`, at most `limit`. */
  listPendingFolders(
    sessionId: IndexSessionId,
    commit: GitId,
    after: GitFolder | undefined,
    limit: number,
  ): Promise<readonly PendingFolder[]>;
  /** Sessions that ended before the instant, of all repositories, at most `limit`. */
  listEndedSessions(before: Instant, limit: number): Promise<readonly IndexSession[]>;
}

/** Transactions that change the index of a repository lock it first, so each begins where the one before has ended. */
export interface GitIndexRecords extends GitIndexQueries {
  /** Locks the index until the transaction ends; undefined when there is none. */
  lock(repositoryId: RepositoryId): Promise<GitIndex | undefined>;
  put(repositoryId: RepositoryId, index: GitIndex): Promise<void>;
  addSession(session: IndexSession): Promise<void>;
  /** The sessions of the repository, the oldest first. */
  listSessions(repositoryId: RepositoryId): Promise<readonly IndexSession[]>;
  finalizeSession(sessionId: IndexSessionId, outcome: FinalizedIndex): Promise<void>;
  /** Removes the session with all that it leaves incomplete; answers how many bytes of commits and nodes that were. */
  removeSession(session: IndexSession): Promise<number>;
  /** Each id once, none of which is pending already. */
  addPending(sessionId: IndexSessionId, commits: readonly PendingCommit[]): Promise<void>;
  putProgress(sessionId: IndexSessionId, commit: GitId, progress: CommitProgress): Promise<void>;
  /** Notes which pages a part of a pending commit has written. */
  addPendingPages(sessionId: IndexSessionId, commit: GitId, pages: readonly number[]): Promise<void>;
  /** Those that are noted already stay; one that is odd is so from then on. */
  addPendingFolders(sessionId: IndexSessionId, commit: GitId, folders: readonly PendingFolder[]): Promise<void>;
  /** Of commits that are complete; what they have written stays. */
  removePending(sessionId: IndexSessionId, ids: readonly GitId[]): Promise<void>;
  addObjects(repositoryId: RepositoryId, objects: readonly GitObject[]): Promise<void>;
  /** Which objects have the bytes of plain files, by the numbers of their Git objects, which are there. */
  putContents(repositoryId: RepositoryId, contents: ReadonlyMap<number, Oid>): Promise<void>;
  addCommits(repositoryId: RepositoryId, commits: readonly IndexedCommitDetails[]): Promise<void>;
  addNodes(repositoryId: RepositoryId, pages: ReadonlyMap<number, Uint8Array>): Promise<void>;
  /** Those that are there already stay. */
  addRenames(repositoryId: RepositoryId, commit: number, renames: readonly GitRename[]): Promise<void>;
  /** Those that are there already stay. */
  addDeletions(repositoryId: RepositoryId, deletions: readonly GitDeletion[]): Promise<void>;
  /** Those that are there already stay. */
  addUses(repositoryId: RepositoryId, uses: readonly GitUse[]): Promise<void>;
  putGraphChunks(repositoryId: RepositoryId, chunks: ReadonlyMap<number, Uint8Array>): Promise<void>;
  putRefs(repositoryId: RepositoryId, refs: readonly GitRef[]): Promise<void>;
  removeRefs(repositoryId: RepositoryId, names: readonly GitRefName[]): Promise<void>;
}
