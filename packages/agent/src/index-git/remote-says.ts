import type { GitRepository } from './open-repository.js';
import type { GitRef } from './read-refs.js';

/** So many are asked about by name, and all of the remote otherwise. */
const mostNames = 100;

/** What each of these names is at the remote; undefined where that does not answer. Nobody is asked for a password. */
export const askRemote = async (
  { runGit }: GitRepository,
  remote: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, string> | undefined> => {
  const environment = { GIT_TERMINAL_PROMPT: '0', GIT_ASKPASS: '', SSH_ASKPASS: '', GCM_INTERACTIVE: 'never' };
  const patterns = names.length > mostNames ? [] : names;
  const { code, stdout } = await runGit(['ls-remote', '--refs', remote, ...patterns], { environment });
  if (code !== 0) return undefined;
  return new Map(
    stdout.split('\n').map((line) => {
      const [id = '', name = ''] = line.split('\t');
      return [name, id];
    }),
  );
};

/** What a ref is called by, where refs are listed. */
export const idOf = ({ target, tag }: GitRef): string => tag?.id ?? target;

/**
 * Which refs are at the remote where this clone has them. A clone that lacks what is indexed, or has something older, is either behind or younger than a
 * forced push; who could tell is the remote alone. One that does not answer has none of them.
 */
export const remoteSays = async (
  repository: GitRepository,
  remote: string,
  names: readonly string[],
): Promise<(ref: GitRef) => boolean> => {
  const listed = await askRemote(repository, remote, names);
  return (ref) => listed?.get(ref.name) === idOf(ref);
};
