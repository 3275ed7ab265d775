import { linesOf } from '../git/lines-of.js';
import type { GitRepository } from './open-repository.js';
import { defaultRemote, remotesOf } from './read-refs.js';

/** What git makes of the URLs of a remote, and what it pushes to. */
const urlsOf = async ({ runGit }: GitRepository, remote: string): Promise<readonly string[]> => {
  const said = await Promise.all([
    runGit(['remote', 'get-url', '--all', remote]),
    runGit(['remote', 'get-url', '--all', '--push', remote]),
    runGit(['config', '--get-all', `remote.${remote}.url`]),
  ]);
  return said.flatMap(({ stdout }) => linesOf(stdout));
};

/**
 * The remote that a push goes to, by its name, where `svc index` takes that one; undefined where it takes another one, for the branches of somebody's fork are
 * not those of the index. A push by URL counts as one to the remote that has it. A clone with a single remote, or with none, leaves no choice, and one that
 * prefers none of several has them all.
 */
export const findIndexedRemote = async (repository: GitRepository, pushed: string): Promise<string | undefined> => {
  const remotes = await remotesOf(repository);
  if (remotes.length === 0) return pushed;
  const preferred = remotes.length === 1 ? undefined : await defaultRemote(repository, remotes);
  const indexed = preferred === undefined ? remotes : [preferred];
  if (remotes.includes(pushed)) return indexed.includes(pushed) ? pushed : undefined;
  for (const remote of indexed) if ((await urlsOf(repository, remote)).includes(pushed)) return remote;
  return undefined;
};
