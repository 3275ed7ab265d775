import type { RunGit } from './run-git.js';

/**
 * The password that git's credential helpers have for a URL; undefined when they have none. Nobody is asked: the command runs where nobody
 * may sit, and below git-lfs, which has asked already.
 *
 * `url` may carry a user name and a password; both then decide as they do for git. It must contain no control characters, which would be read as
 * further lines (CVE-2024-53263).
 */
export const findGitCredential = async (runGit: RunGit, url: string): Promise<string | undefined> => {
  const { code, stdout } = await runGit(['-c', 'credential.interactive=false', 'credential', 'fill'], {
    input: `url=${url}\n\n`,
    environment: { GIT_TERMINAL_PROMPT: '0', GIT_ASKPASS: '', SSH_ASKPASS: '', GCM_INTERACTIVE: 'never' },
  });
  if (code !== 0) return undefined;
  const password = /^password=(.+)$/m.exec(stdout)?.[1];
  return password;
};
