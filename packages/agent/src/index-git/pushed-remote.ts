import { linesOf } from '../git/lines-of.js';
import type { GitRepository } from './open-repository.js';
import { remoteOf, remotesOf } from './read-refs.js';

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
 * Whether a push goes to the remote that `svc index` takes: the branches of another one, such as somebody's fork, are not those of the index. A push by URL
 * counts as one to the remote that has it. A clone with a single remote, or with none, leaves no choice.
 */
export const isIndexedRemote = async (repository: GitRepository, pushed: string): Promise<boolean> => {
  const remotes = await remotesOf(repository);
  const [only, ...others] = remotes;
  if (only === undefined) return true;
  const remote = others.length === 0 ? only : await remoteOf(repository, undefined);
  if (remotes.includes(pushed)) return pushed === remote;
  return (await urlsOf(repository, remote)).includes(pushed);
};
