import type { GitRepository } from './open-repository.js';
import type { GitRef } from './read-refs.js';

/** So many are asked about by name, and all of the remote otherwise. */
const mostNames = 100;

/**
 * Which refs are at the remote where this clone has them. A clone that lacks what is indexed is either behind, or younger than a forced push; who could tell
 * is the remote alone. One that does not answer has none of them. Nobody is asked for a password.
 */
export const remoteSays = async (
  { runGit }: GitRepository,
  remote: string,
  names: readonly string[],
): Promise<(ref: GitRef) => boolean> => {
  const environment = { GIT_TERMINAL_PROMPT: '0', GIT_ASKPASS: '', SSH_ASKPASS: '', GCM_INTERACTIVE: 'never' };
  const patterns = names.length > mostNames ? [] : names;
  const { code, stdout } = await runGit(['ls-remote', '--refs', remote, ...patterns], { environment });
  const listed = new Map(
    (code === 0 ? stdout : '').split('\n').map((line) => {
      const [id = '', name = ''] = line.split('\t');
      return [name, id];
    }),
  );
  return ({ name, target, tag }) => listed.get(name) === (tag?.id ?? target);
};
