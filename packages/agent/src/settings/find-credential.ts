import { parseCredential } from '@svc/client';
import { AgentProblem } from '../agent-problem.js';
import { findGitCredential } from '../git/git-credential.js';
import type { RunGit } from '../git/run-git.js';
import { type Settings, withoutUser } from './settings.js';

/** Where a credential came from, for `doctor`. */
export interface FoundCredential {
  readonly secret: string;
  readonly source: 'token' | 'git';
}

/** The token that the person has given, else what git's credential helpers know; throws when there is none. */
export const findCredential = async (
  { token, credentialUrl }: Pick<Settings, 'token' | 'credentialUrl'>,
  runGit: RunGit,
): Promise<FoundCredential> => {
  if (token !== undefined) return { secret: token, source: 'token' };
  const secret = await findGitCredential(runGit, credentialUrl);
  if (secret !== undefined && parseCredential(secret).isOk()) return { secret, source: 'git' };
  const { origin } = new URL(withoutUser(credentialUrl));
  throw new AgentProblem(
    `there is no credential for ${origin}: set SVC_TOKEN together with SVC_URL, or save one with git credential approve`,
    'setting',
  );
};
