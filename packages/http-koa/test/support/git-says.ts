import type { GitRepository, WireObject } from '@svc/test-services/git-repository';

const utf8 = (latin1: string): string => Buffer.from(latin1, 'latin1').toString('utf8');

/** What a repository of git says, in the shapes that the service answers in. */
export const gitSays = (git: GitRepository, objects: ReadonlyMap<string, WireObject>) => {
  const lines = (text: string): readonly string[] => text.split('\0').filter((line) => line !== '');
  const sizeOf = (id: string): number => objects.get(id)?.lfs?.size ?? objects.get(id)?.size ?? 0;
  const oidOf = (id: string): string | undefined => objects.get(id)?.lfs?.oid;
  const fileOf = (mode: string, id: string) => ({ mode, id, size: sizeOf(id), oid: oidOf(id) });
  const typeOf = (mode: string) =>
    mode === '040000' ? 'folder' : mode === '120000' ? 'symlink' : mode === '160000' ? 'submodule' : 'file';
  const changesOf = (compared: readonly string[]) => {
    const parts = git.git(['--literal-pathspecs', 'diff-tree', '-r', '--raw', '-z', '--no-abbrev', ...compared]).split('\0');
    const changes = [];
    for (let at = 0; at + 1 < parts.length; at += 1) {
      const [, before = '', after = '', idBefore = '', idAfter = '', status = ''] =
        /^:(\d+) (\d+) (\w+) (\w+) (\w+)$/.exec(parts[at] ?? '') ?? [];
      const from = parts[(at += 1)] ?? '';
      const to = status.startsWith('R') ? (parts[(at += 1)] ?? '') : from;
      changes.push({
        path: to,
        status: status === 'A' ? 'added' : status === 'D' ? 'removed' : status.startsWith('R') ? 'renamed' : 'modified',
        previous: status.startsWith('R') ? from : undefined,
        similarity: status.startsWith('R') ? Number(status.slice(1)) : undefined,
        before: status === 'A' ? undefined : fileOf(before, idBefore),
        after: status === 'D' ? undefined : fileOf(after, idAfter),
      });
    }
    return changes;
  };
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
      const hasParent = git.git(['rev-list', '--parents', '-n', '1', commit]).trim().includes(' ');
      return changesOf(['-M', ...(hasParent ? [`${commit}^1`, commit] : ['--root', '--no-commit-id', commit])]);
    },
    /** What differs between two commits at a path and below it; renamed is what has the same content. */
    differences: (base: string, head: string, path: string) =>
      changesOf(['-M100%', base, head, ...(path === '' ? [] : ['--', path])]),
    /** Undefined where the two have nothing in common: git fails there. */
    mergeBase: (left: string, right: string): string | undefined => {
      try {
        return git.git(['merge-base', left, right]).trim();
      } catch {
        return undefined;
      }
    },
    /** Everything in a commit, folders too. */
    tree: (commit: string) =>
      lines(git.git(['ls-tree', '-r', '-t', '-z', commit])).map((line) => {
        const [, mode = '', id = '', path = ''] = /^(\d+) \w+ (\w+)\t([^]*)$/.exec(line) ?? [];
        return { path, type: typeOf(mode), mode, id, oid: oidOf(id), size: mode === '040000' ? undefined : sizeOf(id) };
      }),
    /** Undefined where git takes no such path on its input. */
    lastCommit: (commit: string, path: string): string | undefined =>
      path.includes('\n')
        ? undefined
        : git.git(['--literal-pathspecs', 'log', '-1', '--format=%H', '--stdin'], `${commit}\n--\n${path}\n`).trim(),
  };
};

export type GitSays = ReturnType<typeof gitSays>;
