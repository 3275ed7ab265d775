import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AgentProblem } from '../agent-problem.js';
import { codeOf } from '../error-code.js';
import { linesOf } from '../git/lines-of.js';
import { withoutUser } from '../settings/clone-place.js';
import type { GitRepository } from './open-repository.js';
import { newestLines } from './pushed-refs.js';
import { defaultRemote } from './read-refs.js';

/** What earlier pushes have sent to a remote and their hooks had no time to index, in the lines that git tells hooks. All work trees of a clone share it. */
export interface UnfinishedPushes {
  readonly lines: readonly string[];
  /** Has these lines in the place of those, of a ref the last one; no file where there is none. Throws where what is there cannot be read, and leaves it. */
  readonly keep: (lines: readonly string[]) => Promise<void>;
}

const fileName = 'svc-unfinished-pushes';

/** Nothing where nobody has left any. */
const readLines = async (path: string): Promise<readonly string[]> => {
  try {
    return linesOf(await readFile(path, 'utf8'));
  } catch (fault) {
    if (codeOf(fault) === 'ENOENT') return [];
    throw new AgentProblem(`${path} cannot be read (${codeOf(fault)})`);
  }
};

/** Whole or not at all: the push may be given up, and another one read, at any moment. */
const replaceFile = async (path: string, text: string): Promise<void> => {
  const written = `${path}.${randomUUID()}`;
  try {
    await writeFile(written, text);
    await rename(written, path);
  } finally {
    await rm(written, { force: true });
  }
};

/**
 * Lines without a remote are of versions before, when there was one to index. Their first words are those that a person gave to git, which are a commit: with
 * a blank in it that is no remote as it is written here.
 */
const hasRemote = (line: string): boolean => {
  const [first = '', ...rest] = line.split(' ');
  return rest.length >= 4 && /^[\w.!~*'()%-]+$/.test(first);
};

export const openUnfinishedPushes = async (repository: GitRepository, remote: string): Promise<UnfinishedPushes> => {
  const { runGit, folder = '' } = repository;
  // Before each line stands the remote, without a blank in it; where a clone has none that is a URL, which may have a password in it.
  const begin = `${encodeURIComponent(withoutUser(remote))} `;
  const { stdout } = await runGit(['rev-parse', '--git-common-dir']);
  const path = join(resolve(folder, stdout.replace(/\r?\n$/, '')), fileName);
  const isIndexed = ((await defaultRemote(repository)) ?? remote) === remote;
  const isOwn = (line: string): boolean => (hasRemote(line) ? line.startsWith(begin) : isIndexed);
  const ownOf = (all: readonly string[]): readonly string[] =>
    all.filter(isOwn).map((line) => (hasRemote(line) ? line.slice(begin.length) : line));
  // What is pushed now is indexed all the same, and `keep` says what is wrong.
  const lines = ownOf(await readLines(path).catch(() => []));
  // There may be tens of thousands of them, of a push of all that a clone has.
  const known = new Set(lines);
  return {
    lines,
    keep: async (kept) => {
      // What another push has left meanwhile stays, and is newer than what was there before.
      const present = await readLines(path);
      const others = ownOf(present).filter((line) => !known.has(line));
      const earlier = kept.filter((line) => known.has(line));
      const own = kept.filter((line) => !known.has(line));
      const newest = newestLines([...earlier, ...others, ...own]);
      const all = [...present.filter((line) => !isOwn(line)), ...newest.map((line) => `${begin}${line}`)];
      if (all.length === 0) await rm(path, { force: true });
      else await replaceFile(path, `${all.join('\n')}\n`);
    },
  };
};
