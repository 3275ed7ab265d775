import type { RunGit } from './run-git.js';

/**
 * The password that git's credential helpers have for a URL; undefined when they have none. Nobody is asked: the command runs where nobody
 * may sit, and below git-lfs, which has asked already.
 *
 * `url` may carry a user name and a password; both then decide as they do for git. One with control characters is nobody's honest one: git would read
 * further lines (CVE-2024-53263).
 */
export const findGitCredential = async (runGit: RunGit, url: string): Promise<string | undefined> => {
  if (/[\x00-\x20\x7f]/.test(url)) return undefined;
  const { code, stdout } = await runGit(['-c', 'credential.interactive=false', 'credential', 'fill'], {
    input: `url=${url}\n\n`,
    environment: { GIT_TERMINAL_PROMPT: '0', GIT_ASKPASS: '', SSH_ASKPASS: '', GCM_INTERACTIVE: 'never' },
  });
  if (code !== 0) return undefined;
  return /^password=(.+)$/m.exec(stdout)?.[1];
};
