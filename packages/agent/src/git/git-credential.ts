import type { RunGit } from './run-git.js';

/** What git's credential helpers know of a URL. */
export interface GitLogin {
  readonly username: string;
  readonly password: string;
}

/**
 * What git's credential helpers have for a URL; undefined when they have nothing. Nobody is asked: the command runs where nobody
 * may sit, and below git-lfs, which has asked already.
 *
 * `url` may carry a user name and a password; both then decide as they do for git. One with control characters is nobody's honest one: git would read
 * further lines (CVE-2024-53263).
 */
export const findGitLogin = async (runGit: RunGit, url: string): Promise<GitLogin | undefined> => {
  if (/[\x00-\x20\x7f]/.test(url)) return undefined;
  const { code, stdout } = await runGit(['-c', 'credential.interactive=false', 'credential', 'fill'], {
    input: `url=${url}\n\n`,
    environment: { GIT_TERMINAL_PROMPT: '0', GIT_ASKPASS: '', SSH_ASKPASS: '', GCM_INTERACTIVE: 'never' },
  });
  const password = code === 0 ? /^password=(.+)$/m.exec(stdout)?.[1] : undefined;
  return password === undefined ? undefined : { username: /^username=(.*)$/m.exec(stdout)?.[1] ?? '', password };
};

/** The password alone. */
export const findGitCredential = async (runGit: RunGit, url: string): Promise<string | undefined> =>
  (await findGitLogin(runGit, url))?.password;

/** A secret that git's credential helpers are to keep. */
export interface GitCredential {
  /** A URL without a user. */
  readonly url: string;
  readonly username: string;
  readonly secret: string;
}

/** Hands a secret to git's credential helpers. Git says nothing where there is none that keeps it: look for it afterwards. */
export const approveGitCredential = async (runGit: RunGit, { url, username, secret }: GitCredential): Promise<void> => {
  await runGit(['credential', 'approve'], { input: `url=${url}\nusername=${username}\npassword=${secret}\n\n` });
};

/** Has git's credential helpers forget what they have for a URL without a user. */
export const rejectGitCredential = async (runGit: RunGit, url: string): Promise<void> => {
  await runGit(['credential', 'reject'], { input: `url=${url}\n\n` });
};
