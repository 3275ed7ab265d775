import type { PathDifference } from '../../formats/path-tree/index.js';
import { type GitPath, nameOfGitPath } from '../../model/git-index/git-path.js';
import type { PathEntry } from '../../model/git-index/path-entry.js';
import type { FormerPath } from '../../model/git-index/shown-change.js';

/** Where a file was before, and what it was there. */
export interface MovedFile {
  readonly former: FormerPath;
  readonly before: PathEntry;
  readonly after: PathEntry;
}

/** A rename that somebody told of. */
export interface KnownRename {
  readonly from: GitPath;
  readonly similarity: number | undefined;
}

/** A file that only one of two trees has. */
export interface LoneFile {
  readonly path: GitPath;
  readonly entry: PathEntry;
}

/** Only one in the first tree, and only one in the second. */
export interface LoneFiles {
  readonly removed: readonly LoneFile[];
  readonly added: readonly LoneFile[];
}

/** A difference of which one side is missing. */
export const loneFileOf = ({
  path,
  before,
  after,
}: PathDifference): { readonly side: keyof LoneFiles; readonly file: LoneFile } | undefined => {
  if (before === undefined && after !== undefined) return { side: 'added', file: { path, entry: after } };
  if (after === undefined && before !== undefined) return { side: 'removed', file: { path, entry: before } };
  return undefined;
};

/** In the order of git, by bytes. */
const inOrder = (files: readonly LoneFile[]): readonly LoneFile[] =>
  files.toSorted((left, right) => (left.path < right.path ? -1 : Number(left.path > right.path)));

const regularModes: readonly number[] = [0o100644, 0o100755, 0o100664];

/** Links and submodules are renamed only as what they are. */
const canBecome = (before: PathEntry, after: PathEntry): boolean =>
  before.mode === after.mode || (regularModes.includes(before.mode) && regularModes.includes(after.mode));

/** Among many files of one content git looks at no more than these. */
const maxAlike = 100;
const identical = 100;

/** Of removed files with the same content one that has the same name, else the first; as git takes them. */
const bestOf = (alike: Iterable<LoneFile>, file: LoneFile): LoneFile | undefined => {
  let best: LoneFile | undefined;
  let looked = 0;
  for (const candidate of alike) {
    if (!canBecome(candidate.entry, file.entry)) continue;
    if (nameOfGitPath(candidate.path) === nameOfGitPath(file.path)) return candidate;
    best ??= candidate;
    looked += 1;
    if (looked > maxAlike) break;
  }
  return best;
};

/**
 * Which of the added files are removed ones under another name: those that somebody told of, by their new paths, and those with the same content, as
 * `git diff -M100%` pairs them. By their new paths.
 */
export const pairMovedFiles = (
  { removed, added }: LoneFiles,
  known: ReadonlyMap<GitPath, KnownRename>,
): ReadonlyMap<GitPath, MovedFile> => {
  const moved = new Map<GitPath, MovedFile>();
  const free = new Map(removed.map((file) => [file.path, file]));
  const take = (file: LoneFile, former: LoneFile, similarity: number | undefined): void => {
    free.delete(former.path);
    moved.set(file.path, { former: { path: former.path, similarity }, before: former.entry, after: file.entry });
  };
  const ordered = inOrder(added);
  for (const file of ordered) {
    const rename = known.get(file.path);
    const former = rename && free.get(rename.from);
    if (former === undefined) continue;
    take(file, former, former.entry.object === file.entry.object ? identical : rename?.similarity);
  }
  const byObject = new Map<number, Set<LoneFile>>();
  for (const file of inOrder([...free.values()])) {
    const alike = byObject.get(file.entry.object) ?? new Set();
    byObject.set(file.entry.object, alike.add(file));
  }
  for (const file of ordered) {
    const alike = moved.has(file.path) ? undefined : byObject.get(file.entry.object);
    const former = alike && bestOf(alike, file);
    if (former === undefined) continue;
    alike?.delete(former);
    take(file, former, identical);
  }
  return moved;
};
