import type { Pause } from '../../concurrency/pause-of.js';
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

/** What one content can become: a link or a submodule is renamed only as what it is. */
const kindOf = ({ mode, object }: PathEntry): string => `${object} ${regularModes.includes(mode) ? 'file' : mode}`;

/** Among many files of one content git looks at no more than these. */
const maxAlike = 100;
const identical = 100;

/** Removed files of one content and kind, in order, each until it is taken. */
const createAlike = () => {
  const looked: { readonly file: LoneFile; readonly name: string }[] = [];
  const others: LoneFile[] = [];
  let next = 0;
  const look = (file: LoneFile): void => void looked.push({ file, name: nameOfGitPath(file.path) });
  return {
    add: (file: LoneFile): void => {
      if (looked.length < maxAlike) look(file);
      else others.push(file);
    },
    /** The one that has the same name, else the first; as git takes them. */
    take: (path: GitPath): LoneFile | undefined => {
      const wanted = nameOfGitPath(path);
      const same = looked.findIndex(({ name }) => name === wanted);
      const [taken] = looked.splice(Math.max(same, 0), 1);
      const following = others[next];
      if (following !== undefined) look(following);
      next += 1;
      return taken?.file;
    },
  };
};

type Alike = ReturnType<typeof createAlike>;

/** Files that hold the thread for a few milliseconds, each of which is compared with up to a hundred. */
const filesPerSlice = 500;

const forEachInSlices = async (files: readonly LoneFile[], pause: Pause, work: (file: LoneFile) => void): Promise<void> => {
  for (const [at, file] of files.entries()) {
    if (at > 0 && at % filesPerSlice === 0) await pause();
    work(file);
  }
};

/**
 * Which of the added files are removed ones under another name: those that somebody told of, by their new paths, and those with the same content, as
 * `git diff -M100%` pairs them. By their new paths. It takes time for each file and not for each pair, in slices.
 */
export const pairMovedFiles = async (
  { removed, added }: LoneFiles,
  known: ReadonlyMap<GitPath, KnownRename>,
  pause: Pause,
): Promise<ReadonlyMap<GitPath, MovedFile>> => {
  const moved = new Map<GitPath, MovedFile>();
  const free = new Map(removed.map((file) => [file.path, file]));
  const take = (file: LoneFile, former: LoneFile, similarity: number | undefined): void => {
    free.delete(former.path);
    moved.set(file.path, { former: { path: former.path, similarity }, before: former.entry, after: file.entry });
  };
  const ordered = inOrder(added);
  await forEachInSlices(ordered, pause, (file) => {
    const rename = known.get(file.path);
    const former = rename && free.get(rename.from);
    if (former === undefined) return;
    take(file, former, former.entry.object === file.entry.object ? identical : rename?.similarity);
  });
  const byKind = new Map<string, Alike>();
  await forEachInSlices(inOrder([...free.values()]), pause, (file) => {
    const kind = kindOf(file.entry);
    const alike = byKind.get(kind) ?? createAlike();
    byKind.set(kind, alike);
    alike.add(file);
  });
  await forEachInSlices(ordered, pause, (file) => {
    const former = moved.has(file.path) ? undefined : byKind.get(kindOf(file.entry))?.take(file.path);
    if (former !== undefined) take(file, former, identical);
  });
  return moved;
};
