import { err, ok, type Result } from 'neverthrow';
import type { GraphCommit } from '../../formats/commit-graph/index.js';
import { findEntries, type PathChange, type PathConflictReason, writePathTree } from '../../formats/path-tree/index.js';
import { type BadRequest, badRequest, type IndexProblem, invariant } from '../../model/app-error.js';
import { hashGitObject, plainTreeBytes } from '../../formats/git-objects/index.js';
import { type GitId, gitIdLength } from '../../model/git-index/git-id.js';
import type {
  GitDeletion,
  GitRename,
  GitUse,
  HeldChange,
  IndexedCommit,
  IndexedCommitDetails,
  OddTree,
  PendingCommit,
} from '../../model/git-index/git-index.js';
import type { GitFolder, GitPath } from '../../model/git-index/git-path.js';
import type { GitCommit } from '../../model/git-index/parse-commit.js';
import { folderMode, isOfBlob } from '../../model/git-index/path-entry.js';
import type { ByteCount } from '../../model/values/byte-count.js';
import type { Hasher } from '../../ports/hasher.js';
import { foldersOf, hasMoreUnnamedFolders, isTreeOfChanges, isTreeOfFolders, type TreeCheckParts } from './check-trees.js';
import type { IndexNodes } from '../../steps/git-history/index-nodes.js';
import { createKeptRenames } from './kept-renames.js';
import { type NumberedObjects, objectOf } from './number-objects.js';
import type { SentChange, SentRawTree, SentTree } from './sent-trees.js';
import type { LockedSession } from './with-index-session.js';

/** What a request adds to the index, and has not stored yet. */
export interface TakenOver {
  readonly commits: readonly IndexedCommitDetails[];
  /** Of every commit that got a number, in their order. */
  readonly graph: readonly GraphCommit[];
  readonly renames: ReadonlyMap<number, readonly GitRename[]>;
  readonly deletions: readonly GitDeletion[];
  /** Where commits have put LFS pointers. */
  readonly uses: readonly GitUse[];
  /** Those of which a part more has come, and not the last. */
  readonly begun: readonly PendingCommit[];
  readonly writes: number;
  /** What the raw commits took that are complete. */
  readonly freedBytes: ByteCount;
}

export interface TreeTakingParts {
  readonly locked: LockedSession;
  readonly hasher: Hasher;
  readonly nodes: IndexNodes;
  readonly check: TreeCheckParts;
  readonly objects: NumberedObjects;
  /** Those that are complete, of the commits that are sent and of their parents. */
  readonly indexed: ReadonlyMap<GitId, IndexedCommit>;
  /** The others, of the commits that are sent. */
  readonly pending: ReadonlyMap<GitId, PendingCommit>;
  /** What those say. */
  readonly read: ReadonlyMap<GitId, GitCommit>;
}

/** Paths that one request may look up in parents of merges, so that nobody makes a thousand parents of each. */
const maxParentLookUps = 500_000;
/** Each is remembered until the commit is complete; with parts of 2,000 changes they come to ten million. */
const maxPartsOfCommit = 5000;
/**
 * Folders above the changes of a part that it does not name itself. Git names all of them, and where a part begins in the middle they are those of its first
 * path. Without a limit one request could name so many that they take hundreds of megabytes.
 */
const maxUnnamedFolders = 4000;
/** Of the hash of a part: enough that no two parts of a commit are taken for one. */
const partNameLength = 16;
/** Folders that are checked together where a commit came in parts. */
const foldersAtOnce = 500;

const problemOfConflict: Readonly<Record<PathConflictReason, IndexProblem>> = {
  repeated: 'path_repeated',
  absent: 'path_absent',
  no_folder: 'path_without_folder',
  not_empty: 'folder_not_empty',
  too_large: 'too_many_bytes',
};

interface Child {
  readonly commit: GitCommit;
  readonly parents: readonly IndexedCommit[];
  readonly number: number;
}

const pathChangeOf = ({ path, file, sizeBytes }: HeldChange): PathChange => ({
  path,
  entry: file && { ...file, sizeBytes },
});

/**
 * Git names a folder before what lies in it, so where a part ends there may be folders that are gone, or files now, and are not empty yet: those whose name
 * the last path begins with. They wait for the next part.
 */
const isAheadOfPart = ({ path, file }: HeldChange, last: GitPath | undefined): boolean =>
  file?.mode !== folderMode && last !== undefined && last.startsWith(path);

/** Takes trees of commits over into the index, one after the other. What it has taken over counts for those that come after it. */
export const createTreeTaking = ({ locked, hasher, nodes, check, objects, indexed, pending, read }: TreeTakingParts) => {
  const { records, index, session } = locked;
  const commits = new Map<GitId, IndexedCommit>(indexed);
  const waiting = new Map<GitId, PendingCommit>(pending);
  const added: IndexedCommitDetails[] = [];
  const graph: GraphCommit[] = [];
  const renames = createKeptRenames(locked);
  const deletions: GitDeletion[] = [];
  const uses: GitUse[] = [];
  let writes = 0;
  let lookUps = 0;
  let freedBytes = 0;

  /** The changes as the path tree takes them; a path that a merge has from one of its other parents was changed where that one says. */
  const heldChanges = async (
    changes: readonly SentChange[],
    { parents, number }: Child,
  ): Promise<readonly HeldChange[] | undefined> => {
    const changedIn = new Map<GitPath, number>();
    for (const parent of parents.slice(1)) {
      const open = changes.filter(({ path, file }) => file !== undefined && !changedIn.has(path));
      if (open.length === 0) break;
      lookUps += open.length;
      if (lookUps > maxParentLookUps) return undefined;
      const entries = await findEntries(
        nodes.load,
        parent.root,
        open.map(({ path }) => path),
      );
      for (const { path, file } of open) {
        const entry = entries.get(path);
        const isSame = file !== undefined && entry?.mode === file.mode && entry.object === objectOf(objects, file.id).number;
        if (isSame) changedIn.set(path, entry.changedIn);
      }
    }
    return changes.map(({ path, file }): HeldChange => {
      if (file === undefined) return { path, file, sizeBytes: 0 };
      const { number: object, sizeBytes, lfs } = objectOf(objects, file.id);
      if (lfs !== undefined && isOfBlob(file.mode) && !changedIn.has(path)) uses.push({ object, commit: number, path });
      return {
        path,
        file: { mode: file.mode, object, changedIn: changedIn.get(path) ?? number },
        sizeBytes: isOfBlob(file.mode) ? (lfs?.sizeBytes ?? sizeBytes ?? 0) : 0,
      };
    });
  };

  /** The ids of trees that git would write otherwise today, by their folders; undefined where one is no tree. */
  const readOddTrees = (rawTrees: readonly SentRawTree[]): ReadonlyMap<GitFolder, OddTree> | undefined => {
    const odd = new Map<GitFolder, OddTree>();
    for (const { folder, raw } of rawTrees) {
      const plain = plainTreeBytes(raw, folder, gitIdLength[check.format] / 2);
      if (plain === undefined) return undefined;
      const idOf = (bytes: Uint8Array): GitId => hashGitObject(hasher, check.format, 'tree', bytes);
      odd.set(folder, { id: idOf(raw), plainId: idOf(plain) });
    }
    return odd;
  };

  const takeNumber = (commit: GitCommit, parents: readonly IndexedCommit[]): number => {
    graph.push({ parents: parents.map(({ number }) => number), committedAt: commit.committer.at });
    return index.commitCount + graph.length - 1;
  };

  /** Whether all folders hash to their ids that the parts of a commit have changed. */
  const isWholeTree = async (id: GitId, root: IndexedCommit['root'], commit: GitCommit): Promise<boolean> => {
    let after: GitFolder | undefined;
    for (;;) {
      const folders = await records.gitIndex.listPendingFolders(session.id, id, after, foldersAtOnce);
      if (!(await isTreeOfFolders(check, root, folders, objectOf(objects, commit.tree)))) return false;
      after = folders.at(-1)?.folder;
      if (folders.length < foldersAtOnce) return true;
    }
  };

  const complete = (id: GitId, { commit, parents, number }: Child, root: IndexedCommit['root'], raw: Uint8Array): void => {
    const details: IndexedCommitDetails = {
      number,
      id,
      treeObject: objectOf(objects, commit.tree).number,
      root,
      parents: parents.map((parent) => parent.number),
      author: commit.author,
      committer: commit.committer,
      message: commit.message,
    };
    commits.set(id, details);
    waiting.delete(id);
    added.push(details);
    freedBytes += raw.byteLength;
  };

  /** Takes one part; gives the field and the reason where that cannot be. */
  const take = async (tree: SentTree, at: number): Promise<Result<void, BadRequest>> => {
    const { commit: id, changes, isLast } = tree;
    const field = `trees.${at}`;
    if (commits.has(id)) return ok();
    const known = waiting.get(id);
    if (known === undefined) return err(badRequest(`${field}.commit`, 'unknown', 'unknown_commit'));
    const commit = read.get(id);
    invariant(commit !== undefined, 'what was sent is read');
    const parents = commit.parents.flatMap((parent) => commits.get(parent) ?? []);
    if (parents.length < commit.parents.length) return err(badRequest(`${field}.commit`, 'contradictory', 'unknown_parent'));
    const { progress } = known;
    const isWhole = isLast && progress === undefined;
    if (hasMoreUnnamedFolders(changes, maxUnnamedFolders))
      return err(badRequest(`${field}.changes`, 'out_of_range', 'too_much_at_once'));
    const odd = readOddTrees(tree.rawTrees);
    if (odd === undefined) return err(badRequest(`${field}.raw_trees`, 'malformed'));
    const part = isWhole ? '' : hasher.textSha256(JSON.stringify([changes, ...odd])).slice(0, partNameLength);
    // The answer to this part was lost.
    if (!isLast && progress?.parts.includes(part) === true) return ok();
    if (progress !== undefined && progress.parts.length >= maxPartsOfCommit)
      return err(badRequest(field, 'out_of_range', 'too_many_parts'));
    const child: Child = { commit, parents, number: progress?.number ?? takeNumber(commit, parents) };
    const own = await heldChanges(changes, child);
    if (own === undefined) return err(badRequest(`${field}.changes`, 'out_of_range', 'too_much_at_once'));
    const all = [...(progress?.held ?? []), ...own];
    const last = isLast ? undefined : changes.at(-1)?.path;
    const held = all.filter((change) => isAheadOfPart(change, last));
    // One for each beginning of a path, so they are few. However many parts say the same, they would all be kept.
    if (new Set(held.map(({ path }) => path)).size < held.length)
      return err(badRequest(`${field}.changes`, 'contradictory', problemOfConflict.repeated));
    const applied = held.length === 0 ? all : all.filter((change) => !isAheadOfPart(change, last));
    const base = progress?.root ?? parents[0]?.root;
    const written = await writePathTree(nodes.load, base, applied.map(pathChangeOf), index.writeCount + writes);
    if (written.isErr()) return err(badRequest(`${field}.changes`, 'contradictory', problemOfConflict[written.error.reason]));
    const { root, pages, before } = written.value;
    if (pages.size > 0) writes += 1;
    nodes.add(pages);
    for (const { path, file } of changes) if (file === undefined) deletions.push({ commit: child.number, path });
    await renames.keep(child.number, tree.renames, progress !== undefined);
    if (!isWhole) {
      const folders = new Set([...foldersOf(changes), ...odd.keys()]);
      const pendingFolders = [...folders].map((folder) => ({ folder, odd: odd.get(folder) }));
      await records.gitIndex.addPendingFolders(session.id, id, pendingFolders);
    }
    if (!isLast) {
      waiting.set(id, { ...known, progress: { number: child.number, root, parts: [...(progress?.parts ?? []), part], held } });
      await records.gitIndex.addPendingPages(session.id, id, [...pages.keys()]);
      return ok();
    }
    const isRight = isWhole
      ? await isTreeOfChanges(check, parents[0], before, { changes, oddTrees: odd }, objectOf(objects, commit.tree), (object) =>
          objectOf(objects, object),
        )
      : await isWholeTree(id, root, commit);
    if (!isRight) return err(badRequest(`${field}.changes`, 'contradictory', 'tree_mismatch'));
    complete(id, child, root, known.raw);
    return ok();
  };

  return {
    take,
    takenOver: (): TakenOver => ({
      commits: added,
      graph,
      renames: renames.all(),
      deletions,
      uses,
      begun: [...waiting.values()].filter(({ id, progress }) => progress !== pending.get(id)?.progress),
      writes,
      freedBytes,
    }),
  };
};
