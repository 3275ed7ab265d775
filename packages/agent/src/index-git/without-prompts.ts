import { createGitConfig } from '../git/git-config.js';
import type { GitRepository } from './open-repository.js';

/** A command line that begins with OpenSSH, which may be quoted. */
const beginsWithSsh = /^(?:"(?:[^"]*[\\/])?ssh(?:\.exe)?"|'(?:[^']*[\\/])?ssh(?:\.exe)?'|(?:\S*[\\/])?ssh(?:\.exe)?)(?:\s|$)/i;

/** By which ssh asks for nothing at the terminal; undefined where git starts what may not know its options. */
const silentSsh = async ({ runGit, environment }: GitRepository): Promise<string | undefined> => {
  const config = createGitConfig(runGit);
  const set = environment['GIT_SSH_COMMAND'] ?? (await config.get('core.sshCommand'));
  // GIT_SSH names a program, which takes no options along.
  if (set === undefined && environment['GIT_SSH'] !== undefined) return undefined;
  const command = set ?? 'ssh';
  const variant = environment['GIT_SSH_VARIANT'] ?? (await config.get('ssh.variant')) ?? 'auto';
  const isSsh = variant === 'ssh' || (variant === 'auto' && beginsWithSsh.test(command));
  return isSsh ? `${command} -o BatchMode=yes` : undefined;
};

/**
 * The environment of a git that asks a remote, and nobody at a terminal: there may be no one to type a password. The program that git asks for passwords of
 * HTTP instead is asked as ever.
 */
export const withoutPrompts = async (repository: GitRepository): Promise<Readonly<Record<string, string>>> => {
  const ssh = await silentSsh(repository);
  return {
    GIT_TERMINAL_PROMPT: '0',
    SSH_ASKPASS: '',
    GCM_INTERACTIVE: 'never',
    ...(ssh === undefined ? {} : { GIT_SSH_COMMAND: ssh }),
  };
};
