import { invariant } from '../../model/app-error.js';
import type { GitPath } from '../../model/git-index/git-path.js';
import type { FolderTotals, PathEntry } from '../../model/git-index/path-entry.js';
import { type ShownCommit, subjectOf } from '../../model/git-index/shown-commit.js';
import type { ShownPath } from '../../model/git-index/shown-path.js';
import type { History } from './open-history.js';
import { showCommits } from './show-commits.js';
import { showFiles, type StoredSizes } from './show-files.js';

export interface FoundPath {
  readonly path: GitPath;
  readonly entry: PathEntry;
  /** Of a folder; undefined of all else. */
  readonly totals: FolderTotals | undefined;
}

/** The messages of so many are in memory together: a page of paths may name a thousand commits. */
const commitsAtOnce = 100;

const [encoder, decoder] = [new TextEncoder(), new TextDecoder('utf-8', { ignoreBOM: true })];
/** The same text, which does not keep the one in memory that it is a part of. */
const copyOf = (text: string): string => decoder.decode(encoder.encode(text));

/** The commits with the subjects of their messages, by their numbers. */
const lastCommits = async (history: History, entries: readonly PathEntry[]): Promise<ReadonlyMap<number, ShownCommit>> => {
  const numbers = [...new Set(entries.map(({ changedIn }) => changedIn))];
  const commits = new Map<number, ShownCommit>();
  for (let at = 0; at < numbers.length; at += commitsAtOnce) {
    for (const [number, commit] of await showCommits(history, numbers.slice(at, at + commitsAtOnce))) {
      commits.set(number, { ...commit, message: copyOf(subjectOf(commit)) });
    }
  }
  return commits;
};

/** Paths with what git calls them, what the service has of them, and the commits that changed them last. */
export const showPaths = async (
  history: History,
  objects: StoredSizes,
  found: readonly FoundPath[],
): Promise<readonly ShownPath[]> => {
  const entries = found.map(({ entry }) => entry);
  const files = await showFiles(history, objects, entries);
  const commits = await lastCommits(history, entries);
  return found.map(({ path, entry, totals }, at) => {
    const file = files[at];
    const lastCommit = commits.get(entry.changedIn);
    invariant(file !== undefined && lastCommit !== undefined, 'a path names a commit of the index');
    return { ...file, path, sizeBytes: totals?.sizeBytes ?? file.sizeBytes, files: totals?.files, lastCommit };
  });
};
