import { changesOfCommits, differencesOf, listCommits, type RawChange } from '@svc/test-services/git-changes';
import type { GitRepository, WireObject } from '@svc/test-services/git-repository';

interface TreeEntry {
  readonly path: string;
  readonly type: string;
  readonly mode: string;
  readonly id: string;
  readonly oid: string | undefined;
  readonly size: number | undefined;
}

const isCommitId = (revision: string): boolean => /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(revision);

const utf8 = (latin1: string): string => Buffer.from(latin1, 'latin1').toString('utf8');

/** What a repository of git says, in the shapes that the service answers in. */
export const gitSays = (git: GitRepository, objects: ReadonlyMap<string, WireObject>) => {
  const lines = (text: string): readonly string[] => text.split('\0').filter((line) => line !== '');
  const sizeOf = (id: string): number => objects.get(id)?.lfs?.size ?? objects.get(id)?.size ?? 0;
  const oidOf = (id: string): string | undefined => objects.get(id)?.lfs?.oid;
  const fileOf = (mode: string, id: string) => ({ mode, id, size: sizeOf(id), oid: oidOf(id) });
  const typeOf = (mode: string) =>
    mode === '040000' ? 'folder' : mode === '120000' ? 'symlink' : mode === '160000' ? 'submodule' : 'file';
  const shown = ({ modes, ids, status, from, path }: RawChange) => {
    const isRename = status.startsWith('R');
    return {
      path,
      status: status === 'A' ? 'added' : status === 'D' ? 'removed' : isRename ? 'renamed' : 'modified',
      previous: isRename ? from : undefined,
      similarity: isRename ? Number(status.slice(1)) : undefined,
      before: status === 'A' ? undefined : fileOf(modes[0], ids[0]),
      after: status === 'D' ? undefined : fileOf(modes[1], ids[1]),
    };
  };
  /** Commits do not change. */
  const trees = new Map<string, readonly TreeEntry[]>();
  let commits: ReadonlyMap<string, readonly RawChange[]> = new Map();
  return {
    /** Branches and tags, each with the commit that it names. */
    refs: () =>
      git
        .git(['for-each-ref', '--format=%(refname) %(objectname) %(*objectname)', 'refs/heads', 'refs/tags'])
        .split('\n')
        .filter(Boolean)
        .map((line) => {
          const [name = '', id = '', tagged = ''] = line.split(' ');
          return { name, target: tagged === '' ? id : tagged };
        }),
    log: (revision: string) => {
      const format = ['%H', '%P', '%an', '%ae', '%at', '%cn', '%ce', '%ct', '%s'].join('%x01');
      return lines(git.git(['log', '-z', `--format=${format}`, revision])).map((line) => {
        const [id, parents = '', name = '', email, at, committer = '', committerEmail, committedAt, subject = ''] =
          line.split('\x01');
        return {
          id,
          parents: parents.split(' ').filter(Boolean),
          author: [utf8(name), email, Number(at)],
          committer: [utf8(committer), committerEmail, Number(committedAt)],
          subject: utf8(subject),
        };
      });
    },
    /** What a commit changes against its first parent. */
    changes: (commit: string) => {
      if (!commits.has(commit)) {
        const all = listCommits(git, '--all');
        const changed = changesOfCommits(git, all, '-M');
        commits = new Map(all.map(([id]) => [id, changed.get(id) ?? []]));
      }
      const raw = commits.get(commit);
      if (raw === undefined) throw new Error(`no ref of git reaches ${commit}`);
      return raw.map(shown);
    },
    /** What differs between two commits at a path and below it; renamed is what has the same content. */
    differences: (base: string, head: string, path: string) =>
      differencesOf(git, base, head, '-M100%', ...(path === '' ? [] : ['--', path])).map(shown),
    /** Undefined where the two have nothing in common: git fails there. */
    mergeBase: (left: string, right: string): string | undefined => {
      try {
        return git.git(['merge-base', left, right]).trim();
      } catch {
        return undefined;
      }
    },
    /** Everything in a commit, folders too. */
    tree: (commit: string): readonly TreeEntry[] => {
      const known = trees.get(commit);
      if (known !== undefined) return known;
      const entries = lines(git.git(['ls-tree', '-r', '-t', '-z', commit])).map((line) => {
        const [, mode = '', id = '', path = ''] = /^(\d+) \w+ (\w+)\t([^]*)$/.exec(line) ?? [];
        return { path, type: typeOf(mode), mode, id, oid: oidOf(id), size: mode === '040000' ? undefined : sizeOf(id) };
      });
      // A branch moves.
      if (isCommitId(commit)) trees.set(commit, entries);
      return entries;
    },
    /** Undefined where git takes no such path on its input. */
    lastCommit: (commit: string, path: string): string | undefined =>
      path.includes('\n')
        ? undefined
        : git.git(['--literal-pathspecs', 'log', '-1', '--format=%H', '--stdin'], `${commit}\n--\n${path}\n`).trim(),
  };
};

export type GitSays = ReturnType<typeof gitSays>;
