import { AgentProblem } from '../agent-problem.js';
import type { RunGit } from './run-git.js';

/** What git's credential helpers know of a URL. */
export interface GitLogin {
  readonly username: string;
  readonly password: string;
}

/** Neither a terminal nor a window: the command runs where nobody may sit, and below git-lfs. */
const unattended = { GIT_TERMINAL_PROMPT: '0', SSH_ASKPASS: '', GCM_INTERACTIVE: 'never' };

/**
 * What git has for a URL by this setting and this environment; undefined when that is nothing.
 *
 * `url` may carry a user name and a password; both then decide as they do for git. One with control characters is nobody's honest one: git would read
 * further lines (CVE-2024-53263).
 */
const fill = async (
  runGit: RunGit,
  url: string,
  setting: string,
  environment: Readonly<Record<string, string>>,
): Promise<GitLogin | undefined> => {
  if (/[\x00-\x20\x7f]/.test(url)) return undefined;
  const { code, stdout } = await runGit(['-c', setting, 'credential', 'fill'], { input: `url=${url}\n\n`, environment });
  const password = code === 0 ? /^password=(.+)$/m.exec(stdout)?.[1] : undefined;
  return password === undefined ? undefined : { username: /^username=(.*)$/m.exec(stdout)?.[1] ?? '', password };
};

/** What git's credential helpers have for a URL; undefined when they have nothing. Nobody is asked. */
export const findGitLogin = (runGit: RunGit, url: string): Promise<GitLogin | undefined> =>
  fill(runGit, url, 'credential.interactive=false', { ...unattended, GIT_ASKPASS: '' });

/** The password alone. */
export const findGitCredential = async (runGit: RunGit, url: string): Promise<string | undefined> =>
  (await findGitLogin(runGit, url))?.password;

const asked = new WeakMap<RunGit, Map<string, Promise<GitLogin | undefined>>>();

/**
 * The password that the program answers which git asks instead of a person at a terminal, `GIT_ASKPASS` of the environment or else `core.askPass`; undefined
 * when there is none, or no answer. It may open a window, so each command asks it once for a URL, also where the service has refused the answer. The
 * credential helpers are left out, for they have been asked: without `credential.interactive=false`, by which git would not ask this one either, they might
 * open windows of their own.
 */
export const askGitCredential = async (runGit: RunGit, url: string): Promise<string | undefined> => {
  const answers = asked.get(runGit) ?? new Map<string, Promise<GitLogin | undefined>>();
  asked.set(runGit, answers);
  const answer = answers.get(url) ?? fill(runGit, url, 'credential.helper=', unattended);
  answers.set(url, answer);
  return (await answer)?.password;
};

/** A secret that git's credential helpers are to keep. */
export interface GitCredential {
  /** A URL without a user. */
  readonly url: string;
  readonly username: string;
  readonly secret: string;
}

/** Fields as git reads them, a line each: one with a line break in it would be a further field, such as another host. */
const linesFor = (fields: Readonly<Record<string, string>>): string => {
  const lines = Object.entries(fields).map(([name, value]) => {
    if (/[\r\n\0]/.test(value)) throw new AgentProblem(`the ${name} of a credential has a control character in it`, 'setting');
    return `${name}=${value}\n`;
  });
  return `${lines.join('')}\n`;
};

/** Hands a secret to git's credential helpers. Git says nothing where there is none that keeps it: look for it afterwards. */
export const approveGitCredential = async (runGit: RunGit, { url, username, secret }: GitCredential): Promise<void> => {
  await runGit(['credential', 'approve'], { input: linesFor({ url, username, password: secret }) });
};

/** Has git's credential helpers forget what they have for a URL without a user. */
export const rejectGitCredential = async (runGit: RunGit, url: string): Promise<void> => {
  await runGit(['credential', 'reject'], { input: linesFor({ url }) });
};
