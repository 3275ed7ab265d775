import { err, ok, type Result } from 'neverthrow';
import { invariant } from '../../model/app-error.js';
import type { GitFolder } from '../../model/git-index/git-path.js';
import { folderMode, type PathEntry } from '../../model/git-index/path-entry.js';
import { joinSmallParts } from './join-parts.js';
import { maxChangesAtOnce } from './limits.js';
import { findNotEmpty } from './list.js';
import { isFolder, isLeaf, type Leaf, type LoadNodes, type NodeReference, pathEntryOf, type StoredEntry } from './node.js';
import { createNodeReader, type NodeReader } from './node-reader.js';
import { createPageWriter, type NodePages } from './page-writer.js';
import { conflict, type PathChange, type PathConflict } from './path-change.js';
import { PathTreeCorrupted } from './path-tree-corrupted.js';
import { decidePaths, type PlannedPath, planPaths } from './planned-path.js';
import { stepsOf } from './steps-of.js';
import { rangeOfChild, rootSpot } from './spots.js';
import { eachTouchedEntry, type TouchedNode, touchNodes } from './touched-nodes.js';
import { innerParts, leafParts, rootPart, type TreePart, writePart } from './tree-part.js';

export interface WrittenPathTree {
  readonly root: NodeReference;
  /** What the commit adds, by the numbers that `LoadNodes` is asked for: none where its tree is that of its base. */
  readonly pages: NodePages;
  /**
   * What the base has at the paths that change and at all folders above them, the folder of all among them; what it does not have is missing. Undefined
   * where the changes were too many for one step.
   */
  readonly before: ReadonlyMap<GitFolder, PathEntry> | undefined;
}

const isSameEntry = (left: StoredEntry | undefined, right: StoredEntry | undefined): boolean =>
  left?.object === right?.object &&
  left?.mode === right?.mode &&
  left?.changedIn === right?.changedIn &&
  left?.files === right?.files &&
  left?.sizeBytes === right?.sizeBytes;

/** The leaf with what was decided for some of its keys, or undefined where that changes nothing. */
const changedLeaf = (leaf: Leaf, planned: readonly PlannedPath[], first: number, end: number): Leaf | undefined => {
  const keys: string[] = [];
  const entries: StoredEntry[] = [];
  let isChanged = false;
  let at = 0;
  const keepUntil = (limit: string | undefined): void => {
    for (; at < leaf.keys.length; at += 1) {
      const key = leaf.keys[at];
      const entry = leaf.entries[at];
      if (key === undefined || entry === undefined || (limit !== undefined && key >= limit)) return;
      keys.push(key);
      entries.push(entry);
    }
  };
  for (let next = first; next < end; next += 1) {
    const path = planned[next];
    if (path === undefined) continue;
    keepUntil(path.key);
    if (leaf.keys[at] === path.key) at += 1;
    if (path.after !== undefined) {
      keys.push(path.key);
      entries.push(path.after);
    }
    isChanged ||= !isSameEntry(path.before, path.after);
  }
  keepUntil(undefined);
  return isChanged ? { level: 0, keys, entries } : undefined;
};

/** What takes the place of a touched node. */
const rebuild = async (
  reader: NodeReader,
  touched: TouchedNode,
  planned: readonly PlannedPath[],
): Promise<readonly TreePart[]> => {
  const { node, spot, children } = touched;
  const kept: TreePart = { kind: 'kept', level: node.level, from: spot.range.from, reference: spot.reference };
  if (isLeaf(node)) {
    const leaf = changedLeaf(node, planned, touched.first, touched.end);
    return leaf === undefined ? [kept] : leafParts(spot.range.from, leaf);
  }
  const parts: TreePart[] = [];
  let next = 0;
  for (let at = 0; at < node.children.length; at += 1) {
    const [reference, child] = [node.children[at], children[next]];
    if (child?.at === at) {
      next += 1;
      parts.push(...(await rebuild(reader, child, planned)));
    } else if (reference !== undefined) {
      parts.push({ kind: 'kept', level: node.level - 1, from: rangeOfChild(node, at, spot.range).from, reference });
    }
  }
  const isKept = parts.length === node.children.length && parts.every(({ kind }) => kind === 'kept');
  return isKept ? [kept] : innerParts(await joinSmallParts(reader, parts, spot.range.to));
};

/** What an empty tree is before anything is written: nothing can be loaded of it. */
const nothingYet = (keyCount: number): TouchedNode => ({
  spot: rootSpot({ commit: 0, offset: 0 }),
  at: 0,
  first: 0,
  end: keyCount,
  node: { level: 0, keys: [], entries: [] },
  children: [],
});

/** Loads what a commit has written itself from there. */
const loadWith =
  (written: NodePages, load: LoadNodes): LoadNodes =>
  async (numbers) => {
    const others = numbers.filter((number) => !written.has(number));
    const pages = new Map(others.length === 0 ? [] : await load(others));
    for (const number of numbers) {
      const page = written.get(number);
      if (page !== undefined) pages.set(number, page);
    }
    return pages;
  };

/** Whether a folder goes, or becomes a file, and the folder that it lies in does not. */
const isOutermostGone = ({ change, before, folder }: PlannedPath): boolean => {
  const isGone = change !== undefined && change.entry?.mode !== folderMode && before !== undefined && isFolder(before);
  return isGone && !(folder?.change !== undefined && folder.change.entry?.mode !== folderMode);
};

/** Puts changes into a tree that are few enough for one step. */
const writeStep = async (
  load: LoadNodes,
  base: NodeReference | undefined,
  changes: readonly PathChange[],
  commit: number,
  pagesBefore: number,
): Promise<Result<WrittenPathTree, PathConflict>> => {
  const plan = planPaths(changes);
  if (plan.isErr()) return err(plan.error);
  const planned = plan.value;
  const keys = planned.map(({ key }) => key);
  const reader = createNodeReader(load);
  const touched = (base && (await touchNodes(reader, base, keys))) ?? nothingYet(keys.length);
  eachTouchedEntry(touched, keys, (at, entry) => {
    const path = planned[at];
    if (path !== undefined) path.before = entry;
  });
  const decided = decidePaths(planned);
  if (decided.isErr()) return err(decided.error);
  const isMiscounted = planned.some(({ after }) => after !== undefined && (after.files < 0 || after.sizeBytes < 0));
  if (base !== undefined && isMiscounted) throw new PathTreeCorrupted('wrong_number', base);
  const parts = rootPart(await rebuild(reader, touched, planned));
  const writer = createPageWriter(commit, pagesBefore);
  const root = writePart(writer, parts);
  const pages = writer.finish();
  // No file is left behind, for those are counted, but a folder without any may be.
  const gone = planned.flatMap((path) => (isOutermostGone(path) ? (path.change ?? []) : []));
  const left = await findNotEmpty(
    loadWith(pages, load),
    root,
    gone.map(({ path }) => path),
  );
  if (left !== undefined) return err(conflict('not_empty', { path: left }));
  const before = new Map<GitFolder, PathEntry>();
  for (const path of planned) if (path.before !== undefined) before.set(path.path, pathEntryOf(path.before));
  return ok({ root, pages, before });
};

/**
 * Writes the path tree of a commit as what changes in that of another one, or in an empty tree: the nodes on the way to each change, and no other. Changes
 * come in any order. A folder of which only the contents change need not be among them.
 *
 * @throws PathTreeCorrupted
 */
export const writePathTree = async (
  load: LoadNodes,
  base: NodeReference | undefined,
  changes: readonly PathChange[],
  commit: number,
): Promise<Result<WrittenPathTree, PathConflict>> => {
  if (changes.length <= maxChangesAtOnce) return writeStep(load, base, changes, commit, 0);
  const steps = stepsOf(changes);
  if (steps.isErr()) return err(steps.error);
  const pages = new Map<number, Uint8Array>();
  let root = base;
  for (const step of steps.value) {
    const written = await writeStep(loadWith(pages, load), root, step, commit, pages.size);
    if (written.isErr()) return written;
    root = written.value.root;
    for (const [number, page] of written.value.pages) pages.set(number, page);
  }
  invariant(root !== undefined, 'many changes take a step at least');
  return ok({ root, pages, before: undefined });
};
