import { err, ok, type Result } from 'neverthrow';
import { folderOfGitPath, type GitFolder } from '../../model/git-index/git-path.js';
import { folderMode } from '../../model/git-index/path-entry.js';
import { isFolder, type StoredEntry } from './node.js';
import { conflict, type PathChange, type PathConflict, type PathConflictReason } from './path-change.js';
import { pathKey } from './path-key.js';

/** A path that a commit changes, or a folder above one, which counts what is below it. */
export interface PlannedPath {
  readonly path: GitFolder;
  readonly key: string;
  /** The folder that it lies in; undefined for the folder of all. */
  readonly folder: PlannedPath | undefined;
  change: PathChange | undefined;
  /** What the tree has there before, and gets. */
  before: StoredEntry | undefined;
  after: StoredEntry | undefined;
  /** What the changes add below it, less than nothing where they take away. */
  addedFiles: number;
  addedBytes: number;
}

/** The changes of a commit and all folders above them, by key. The folder of all is always among them, for what it counts is always there. */
export const planPaths = (changes: readonly PathChange[]): Result<readonly PlannedPath[], PathConflict> => {
  const planned = new Map<GitFolder, PlannedPath>();
  const plan = (path: GitFolder): PlannedPath => {
    const known = planned.get(path);
    if (known !== undefined) return known;
    const folder = path === '' ? undefined : plan(folderOfGitPath(path));
    const nothing = { change: undefined, before: undefined, after: undefined, addedFiles: 0, addedBytes: 0 };
    const made: PlannedPath = { path, key: pathKey(path), folder, ...nothing };
    planned.set(path, made);
    return made;
  };
  plan('');
  for (const change of changes) {
    const path = plan(change.path);
    if (path.change !== undefined) return err(conflict('repeated', change));
    path.change = change;
  }
  return ok([...planned.values()].sort((left, right) => (left.key < right.key ? -1 : 1)));
};

const isFolderAfter = (path: PlannedPath): boolean => path.after !== undefined && isFolder(path.after);

/** Hands what a changed path adds up to all folders above it. */
const countUp = ({ change, before, folder }: PlannedPath): void => {
  const entry = change?.entry;
  const isFile = entry !== undefined && entry.mode !== folderMode;
  const wasFile = before !== undefined && !isFolder(before);
  const files = (isFile ? 1 : 0) - (wasFile ? 1 : 0);
  const bytes = (isFile ? entry.sizeBytes : 0) - (wasFile ? before.sizeBytes : 0);
  for (let above = folder; above !== undefined; above = above.folder) {
    above.addedFiles += files;
    above.addedBytes += bytes;
  }
};

const emptyRoot: StoredEntry = { mode: folderMode, object: 0, changedIn: 0, files: 0, sizeBytes: 0 };

/** Says what the tree gets at a path, once all that is below it was counted; gives why that cannot be. */
const decide = (path: PlannedPath): PathConflictReason | undefined => {
  const { change, before } = path;
  const was = before !== undefined && isFolder(before) ? before : emptyRoot;
  const files = was.files + path.addedFiles;
  const sizeBytes = was.sizeBytes + path.addedBytes;
  if (change === undefined) {
    // A folder of which only the contents change; the folder of all may be new. Where it is a file, what is below has no folder.
    const isThere = path.folder === undefined || was === before;
    path.after = isThere ? { mode: was.mode, object: was.object, changedIn: was.changedIn, files, sizeBytes } : before;
    return undefined;
  }
  const { entry } = change;
  if (entry === undefined && before === undefined) return 'absent';
  if (entry?.mode !== folderMode && files > 0) return 'not_empty';
  if (entry === undefined) return undefined;
  const { mode, object, changedIn } = entry;
  const isFile = mode !== folderMode;
  path.after = { mode, object, changedIn, files: isFile ? 1 : files, sizeBytes: isFile ? entry.sizeBytes : sizeBytes };
  return undefined;
};

/** Says what the tree gets at all planned paths, of which it is known what it had. */
export const decidePaths = (planned: readonly PlannedPath[]): Result<undefined, PathConflict> => {
  for (const path of planned) if (path.change !== undefined) countUp(path);
  // No folder has more than the folder of all, which comes first.
  const [all] = planned;
  const adding = planned.find(({ change }) => (change?.entry?.sizeBytes ?? 0) > 0);
  const bytes = (all?.before?.sizeBytes ?? 0) + (all?.addedBytes ?? 0);
  if (bytes > Number.MAX_SAFE_INTEGER && adding?.change !== undefined) return err(conflict('too_large', adding.change));
  for (const path of planned) {
    const problem = decide(path);
    if (problem !== undefined && path.change !== undefined) return err(conflict(problem, path.change));
  }
  for (const { change, folder } of planned) {
    const isPlaced = change?.entry === undefined || folder === undefined || isFolderAfter(folder);
    if (change !== undefined && !isPlaced) return err(conflict('no_folder', change));
  }
  return ok(undefined);
};
