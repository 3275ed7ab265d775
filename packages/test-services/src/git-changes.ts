/** Whatever runs git in a repository, and gives what it prints, as bytes in Latin-1. */
interface RunsGit {
  readonly git: (args: readonly string[], input?: string) => string;
}

/** A line of `git diff-tree --raw -z`. Paths are bytes in Latin-1; `from` is another one than `path` where git has found a rename. */
export interface RawChange {
  readonly modes: readonly [before: string, after: string];
  readonly ids: readonly [before: string, after: string];
  /** A letter; of a rename with its similarity, as `R097`. */
  readonly status: string;
  readonly from: string;
  readonly path: string;
}

/** What is printed of each commit by its id, and under '' what is printed before any commit is named. */
const parseRaw = (printed: string): ReadonlyMap<string, readonly RawChange[]> => {
  let changes: RawChange[] = [];
  const found = new Map([['', changes]]);
  const parts = printed.split('\0').values();
  const next = (): string => parts.next().value ?? '';
  for (let part = next(); part !== ''; part = next()) {
    if (!part.startsWith(':')) {
      changes = [];
      found.set(part, changes);
      continue;
    }
    const [before = '', after = '', idBefore = '', idAfter = '', status = ''] = part.slice(1).split(' ');
    const from = next();
    const path = status.startsWith('R') ? next() : from;
    changes.push({ modes: [before, after], ids: [idBefore, idAfter], status, from, path });
  }
  return found;
};

const raw = ['--literal-pathspecs', 'diff-tree', '-r', '--raw', '-z', '--no-abbrev'];

/** What differs between two commits, and at the end of `options` perhaps at which paths. */
export const differencesOf = (
  { git }: RunsGit,
  base: string,
  head: string,
  ...options: readonly string[]
): readonly RawChange[] => parseRaw(git([...raw, base, head, ...options])).get('') ?? [];

/** A commit's id, then those of its parents. */
export type CommitLine = readonly [id: string, ...parents: string[]];

/** The commits of a `git rev-list`. */
export const listCommits = ({ git }: RunsGit, ...parameters: readonly string[]): readonly CommitLine[] =>
  git(['rev-list', '--parents', ...parameters])
    .split('\n')
    .filter(Boolean)
    .map((line): CommitLine => {
      const [id = '', ...parents] = line.split(' ');
      return [id, ...parents];
    });

/** What each of the commits changes against its first parent: one process tells all, for to start one takes longer than its answer. */
export const changesOfCommits = (
  { git }: RunsGit,
  commits: readonly CommitLine[],
  ...options: readonly string[]
): ReadonlyMap<string, readonly RawChange[]> => {
  const asked = commits.map(([id, first]) => (first === undefined ? `${id}\n` : `${id} ${first}\n`));
  return parseRaw(git([...raw, '--stdin', '--root', ...options], asked.join('')));
};
