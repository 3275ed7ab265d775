import { createByteReader } from '../git/byte-reader.js';
import { type GitPlace, startGit } from '../git/git-process.js';

/** Which commits: all that `from` reach and `without` do not. */
export interface HistoryRange {
  readonly from: readonly string[];
  readonly without: readonly string[];
}

const listCommits = (place: GitPlace, options: readonly string[], { from, without }: HistoryRange) => {
  const git = startGit(['rev-list', ...options, '--stdin'], place);
  const input = [...from, ...without.map((id) => `^${id}`)].map((line) => `${line}\n`).join('');
  const written = git.write(input).then(() => git.finish());
  // Its reader hears of it at the end.
  written.catch(() => undefined);
  const { line: lineNow, more } = createByteReader(git.output);
  const line = async (): Promise<string | undefined> => {
    for (;;) {
      const found = lineNow();
      if (found !== undefined) return found;
      if (!(await more())) return undefined;
    }
  };
  return { line, ended: written, kill: git.kill };
};

/** The ids of commits in groups of up to `size`, parents before children. */
export async function* readHistory(
  place: GitPlace,
  range: HistoryRange,
  size: number,
): AsyncGenerator<readonly string[], void, undefined> {
  if (range.from.length === 0) return;
  const { line, ended, kill } = listCommits(place, ['--topo-order', '--reverse'], range);
  try {
    let group: string[] = [];
    for (let id = await line(); id !== undefined; id = await line()) {
      group.push(id);
      if (group.length < size) continue;
      yield group;
      group = [];
    }
    await ended;
    if (group.length > 0) yield group;
  } finally {
    kill();
  }
}

/** How many there are. */
export const countHistory = async (place: GitPlace, range: HistoryRange): Promise<number> => {
  if (range.from.length === 0) return 0;
  const { line, ended } = listCommits(place, ['--count'], range);
  const count = Number(await line());
  await ended;
  return count;
};

/** Those of the commits that are a commit or lead to it. */
export const leadingTo = async (place: GitPlace, commit: string, commits: readonly string[]): Promise<ReadonlySet<string>> => {
  const asked = new Set(commits);
  // Git leaves out the end of the path.
  const leading = new Set(asked.has(commit) ? [commit] : []);
  const { line, ended } = listCommits(place, ['--ancestry-path'], { from: [...asked], without: [commit] });
  for (let id = await line(); id !== undefined; id = await line()) if (asked.has(id)) leading.add(id);
  await ended;
  return leading;
};
