import type { GitPlace } from '../git/git-process.js';
import { type ComparedCommit, openDiff } from './diff-process.js';
import { isTakenPath } from './taken-paths.js';

/** A file that git takes for one that was elsewhere before. */
export interface Rename {
  readonly fromPath: string;
  readonly path: string;
  /** In percent. */
  readonly similarity: number;
}

export interface RenameReader {
  /** What `git diff-tree -r -M` finds, by the commits' ids. One question at a time. */
  readonly read: (commits: readonly ComparedCommit[]) => Promise<ReadonlyMap<string, readonly Rename[]>>;
  readonly close: () => void;
}

/** Without `-t`: git would pair folders too, and let their names decide between files. */
export const openRenameReader = (place: GitPlace): RenameReader => {
  const diff = openDiff(place, ['-M', '--diff-filter=R']);
  return {
    close: diff.close,
    read: async (commits) => {
      const found = new Map<string, Rename[]>();
      let current: Rename[] = [];
      for await (const events of commits.length === 0 ? [] : diff.events(commits)) {
        for (const event of events) {
          if (event.kind === 'commit') {
            current = [];
            found.set(event.id, current);
          } else if (event.kind === 'change' && event.change.fromPath !== undefined) {
            const { fromPath, path, similarity = 0 } = event.change;
            if (isTakenPath(fromPath) && isTakenPath(path)) current.push({ fromPath, path, similarity });
          }
        }
      }
      return found;
    },
  };
};
