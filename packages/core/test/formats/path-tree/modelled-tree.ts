import type { SeededRandom } from '@svc/conformance';
import type {
  ListedName,
  ListedPath,
  NodePages,
  NodeReference,
  PathChange,
  PathDifference,
} from '../../../src/formats/path-tree/index.js';
import { folderOfGitPath, type GitFolder, type GitPath, nameOfGitPath } from '../../../src/model/git-index/git-path.js';
import { type FileMode, type FolderTotals, folderMode, type PathEntry } from '../../../src/model/git-index/path-entry.js';
import { trusted } from '../../../src/model/values/brand.js';

export const gitPath = (text: string): GitPath => trusted<GitPath>(text);

/** A tree as a plain map from every path, of files and folders, to what is there. */
export type ModelledTree = ReadonlyMap<GitPath, PathEntry>;

const segmentsOf = (path: GitFolder): string[] => (path === '' ? [] : path.split('/'));

const compareTexts = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

/** The order of path trees, said another way: folder by folder, each before those in it, and names by their bytes. */
export const naiveOrder = (left: GitPath, right: GitPath): number => {
  const [leftFolder, rightFolder] = [segmentsOf(folderOfGitPath(left)), segmentsOf(folderOfGitPath(right))];
  for (let at = 0; at < Math.max(leftFolder.length, rightFolder.length); at += 1) {
    const [one, other] = [leftFolder[at], rightFolder[at]];
    if (one === undefined || other === undefined) return leftFolder.length - rightFolder.length;
    if (one !== other) return compareTexts(one, other);
  }
  return compareTexts(nameOfGitPath(left), nameOfGitPath(right));
};

const isBelow = (path: GitPath, folder: GitFolder): boolean => folder === '' || path.startsWith(`${folder}/`);

/** The files of a tree that are below a folder, in order. */
export const filesBelow = (tree: ModelledTree, folder: GitFolder): ListedPath[] =>
  Array.from(tree, ([path, entry]) => ({ path, entry }))
    .filter(({ path, entry }) => entry.mode !== folderMode && isBelow(path, folder))
    .sort((left, right) => naiveOrder(left.path, right.path));

export const totalsBelow = (tree: ModelledTree, folder: GitFolder): FolderTotals => {
  const files = filesBelow(tree, folder);
  return { files: files.length, sizeBytes: files.reduce((sum, { entry }) => sum + entry.sizeBytes, 0) };
};

export const namesIn = (tree: ModelledTree, folder: GitFolder): ListedName[] =>
  Array.from(tree, ([path, entry]) => ({ path, entry }))
    .filter(({ path }) => folderOfGitPath(path) === folder)
    .sort((left, right) => compareTexts(left.path, right.path))
    .map(({ path, entry }) => ({
      name: nameOfGitPath(path),
      entry,
      totals: entry.mode === folderMode ? totalsBelow(tree, path) : { files: 1, sizeBytes: entry.sizeBytes },
    }));

export const naiveDifferences = (left: ModelledTree, right: ModelledTree, below: GitFolder): PathDifference[] => {
  const fileOf = (entry: PathEntry | undefined): PathEntry | undefined => (entry?.mode === folderMode ? undefined : entry);
  return [...new Set([...left.keys(), ...right.keys()])]
    .filter((path) => isBelow(path, below))
    .sort(naiveOrder)
    .map((path) => ({ path, before: fileOf(left.get(path)), after: fileOf(right.get(path)) }))
    .filter(({ before, after }) => before?.mode !== after?.mode || before?.object !== after?.object);
};

/** What a commit does to files; undefined where one is gone. */
export type FileChanges = ReadonlyMap<GitPath, PathEntry | undefined>;

const foldersAbove = (path: GitPath): GitPath[] => {
  const folder = folderOfGitPath(path);
  return folder === '' ? [] : [folder, ...foldersAbove(folder)];
};

/** A tree with changed files, where folders come and go with what is in them; and these changes with those of folders, as git tells them. */
export const changeTree = (
  tree: ModelledTree,
  files: FileChanges,
  commit: number,
): { tree: ModelledTree; changes: PathChange[] } => {
  const changed = new Map(tree);
  const changes = new Map<GitPath, PathEntry | undefined>();
  const set = (path: GitPath, entry: PathEntry | undefined): void => {
    if (entry === undefined) changed.delete(path);
    else changed.set(path, entry);
    if (entry !== undefined || tree.has(path)) changes.set(path, entry);
  };
  for (const [path, entry] of files) set(path, entry);
  const remaining = new Set([...changed].filter(([, { mode }]) => mode !== folderMode).flatMap(([path]) => foldersAbove(path)));
  for (const folder of new Set([...files.keys()].flatMap(foldersAbove))) {
    const entry: PathEntry = { mode: folderMode, object: 1000 * commit + changes.size, sizeBytes: 0, changedIn: commit };
    if (remaining.has(folder)) set(folder, entry);
    else if (changed.get(folder)?.mode === folderMode) set(folder, undefined);
  }
  return { tree: changed, changes: Array.from(changes, ([path, entry]) => ({ path, entry })) };
};

/** The nodes that all commits of a repository have written. */
export const createPages = () => {
  const pages = new Map<number, Uint8Array>();
  const loads = { calls: 0, pages: 0 };
  return {
    pages,
    loads,
    add: (written: NodePages): void => {
      for (const [number, page] of written) pages.set(number, page);
    },
    load: async (numbers: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>> => {
      loads.calls += 1;
      loads.pages += numbers.length;
      return new Map(
        numbers.flatMap((number) => {
          const page = pages.get(number);
          return page === undefined ? [] : [[number, page]];
        }),
      );
    },
  };
};

export interface ModelledCommit {
  readonly root: NodeReference;
  readonly tree: ModelledTree;
}

const names = [
  'a',
  'a.b',
  'a0',
  'a-b',
  'a b',
  'A',
  'b',
  '\x01',
  'a\x01',
  '\x7f',
  '\x80',
  '\xff',
  'a\xff',
  '\xc3\xa4',
  '~',
  'lib',
  'src',
].map(gitPath);
const fileModes: readonly FileMode[] = [0o100644, 0o100644, 0o100644, 0o100755, 0o100664, 0o120000, 0o160000];

/** A path whose parts are often those of others, in part or in whole. */
export const pickPath = (random: SeededRandom): GitPath => {
  const depth = 1 + Math.min(random.integer(5), random.integer(5)) + (random.integer(50) === 0 ? 30 : 0);
  const segments = Array.from({ length: depth }, () => random.pick(names));
  const isNumbered = random.integer(2) === 0;
  return gitPath(`${segments.join('/')}${isNumbered ? `-${random.integer(200)}` : ''}`);
};

const largeNumbers = [0, 1, 127, 128, 2 ** 31, 2 ** 32, 2 ** 45];

const pickFile = (random: SeededRandom, commit: number): PathEntry => {
  const mode = random.pick(fileModes);
  const sizeBytes = mode === 0o160000 ? 0 : random.pick([random.integer(5000), random.pick(largeNumbers)]);
  return { mode, object: random.integer(1_000_000), sizeBytes, changedIn: commit };
};

/** Whether a file can be at a path: nothing else is there, and nothing but folders above it. */
const isFree = (tree: ModelledTree, taken: FileChanges, path: GitPath): boolean => {
  const modeAt = (at: GitPath): FileMode | undefined => (taken.has(at) ? taken.get(at)?.mode : tree.get(at)?.mode);
  const isClear = foldersAbove(path).every((folder) => (modeAt(folder) ?? folderMode) === folderMode);
  return isClear && modeAt(path) !== folderMode && ![...taken].some(([at, entry]) => entry !== undefined && isBelow(at, path));
};

/** Changes of a commit: some files come, some are others, some go, a folder may go, or become a file. */
export const pickChanges = (random: SeededRandom, tree: ModelledTree, commit: number, count: number): FileChanges => {
  const changes = new Map<GitPath, PathEntry | undefined>();
  const files = [...tree].filter(([, { mode }]) => mode !== folderMode).map(([path]) => path);
  const folders = [...tree].filter(([, { mode }]) => mode === folderMode).map(([path]) => path);
  const removeBelow = (folder: GitFolder): void => {
    for (const path of files) if (isBelow(path, folder)) changes.set(path, undefined);
  };
  if (folders.length > 0 && random.integer(6) === 0) removeBelow(random.pick(folders));
  if (random.integer(40) === 0) removeBelow('');
  if (folders.length > 0 && random.integer(10) === 0) {
    const folder = random.pick(folders);
    removeBelow(folder);
    changes.set(folder, pickFile(random, commit));
  }
  for (let change = 0; change < count; change += 1) {
    const isNew = files.length === 0 || random.integer(2) === 0;
    const path = isNew ? pickPath(random) : random.pick(files);
    const before = tree.get(path);
    if (isNew ? !isFree(tree, changes, path) : changes.has(path)) continue;
    const [isGone, isOtherMode] = [!isNew && random.integer(3) === 0, !isNew && random.integer(4) === 0];
    if (isGone) changes.set(path, undefined);
    else if (isOtherMode && before !== undefined)
      changes.set(path, { ...before, mode: random.pick(fileModes), changedIn: commit });
    else changes.set(path, pickFile(random, commit));
  }
  return changes;
};

/** So many names in one folder, in order. */
export const pathsOf = (count: number): readonly GitPath[] =>
  Array.from({ length: count }, (_, at) => gitPath(`file-${String(at).padStart(5, '0')}`));

export const fileOf = (object: number, commit: number): PathEntry => ({
  mode: 0o100644,
  object,
  sizeBytes: 10,
  changedIn: commit,
});
