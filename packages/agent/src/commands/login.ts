import { parseCredential } from '@svc/client';
import { AgentProblem } from '../agent-problem.js';
import { problemOf } from '../api-outcome.js';
import type { LoginOptions, LogoutOptions } from '../command-line.js';
import { approveGitCredential, findGitCredential, rejectGitCredential } from '../git/git-credential.js';
import { keepsByPath } from '../git/keeps-by-path.js';
import type { RunGit } from '../git/run-git.js';
import { askSecret } from '../login/ask-secret.js';
import { findLoginPlace, type LoginPlace } from '../login/find-login-place.js';
import { hasBrowser, openPage } from '../login/open-page.js';
import { createOutput } from '../output/output.js';
import { openClient } from '../service-client.js';
import type { CommandDependencies } from './command-dependencies.js';

/** Keeps a token of the person in git's credential store, where this command and git-lfs find it. */
export const login = async (dependencies: CommandDependencies, url: string | undefined, options: LoginOptions): Promise<void> => {
  const { runGit, signal, stderr, endByPerson: onInterrupt } = dependencies;
  const stdin = dependencies.stdin();
  const output = createOutput(dependencies, options.json === true);
  const place = await findLoginPlace({ ...options, url: url ?? options.url }, dependencies);
  await checkKeepable(place, runGit);
  if (stdin.isTTY === true) await showPage(place, dependencies, options.browser);
  const secret = await askSecret(stdin, { prompt: () => stderr('Token (it is not shown): '), onInterrupt, signal });
  if (stdin.isTTY === true) stderr('\n');
  if (parseCredential(secret).isErr()) throw new AgentProblem('that is no token: it has characters that none has', 'setting');
  const user = await userOf(place, secret, dependencies);
  await keep(place, secret, runGit);
  const whose = user === undefined ? '' : `, which is of ${user}`;
  output.result(`git keeps the token for ${place.baseUrl}${whose}`, { url: place.baseUrl, user });
};

/** What git keeps for the path of the service alone is found for none of its repositories. */
const checkKeepable = async ({ isOfRepository, credentialUrl }: LoginPlace, runGit: RunGit): Promise<void> => {
  if (isOfRepository || !(await keepsByPath(runGit, credentialUrl))) return;
  throw new AgentProblem('credential.useHttpPath is set: run svc login in the clone, or name the LFS URL', 'setting');
};

const showPage = async (
  { tokenPage }: LoginPlace,
  { environment, stderr }: CommandDependencies,
  mayOpen: boolean,
): Promise<void> => {
  const isOpen = mayOpen && hasBrowser(environment) && (await openPage(tokenPage, environment));
  stderr(`svc: make a token ${isOpen ? 'in the browser, on' : 'at'} ${tokenPage}\n`);
};

/** Whose token it is; undefined where the service does not say it to such a token. */
const userOf = async (place: LoginPlace, credential: string, dependencies: CommandDependencies): Promise<string | undefined> => {
  const client = await openClient({ ...place, credential, lfsUrl: place.credentialUrl }, dependencies);
  const answer = await client.api.GET('/api/v1/users/me', { signal: dependencies.signal });
  if (answer.isOk()) return answer.value.data.user.email;
  if (answer.error.status === 403) return undefined;
  if (answer.error.status === 401) throw new AgentProblem(`${place.baseUrl} does not know this token`, 'http', 401);
  throw problemOf(answer.error);
};

const keep = async ({ credentialUrl: url, username, baseUrl }: LoginPlace, secret: string, runGit: RunGit): Promise<void> => {
  await approveGitCredential(runGit, { url, username, secret });
  const kept = await findGitCredential(runGit, url);
  if (kept === secret) return;
  throw new AgentProblem(
    kept === undefined
      ? 'git keeps no credentials here; name a helper, such as: git config --global credential.helper store'
      : `git has another credential for ${baseUrl} that comes first; run svc logout, and log in again`,
    'setting',
  );
};

/** Has git forget what it keeps for the service. */
export const logout = async (
  dependencies: CommandDependencies,
  url: string | undefined,
  options: LogoutOptions,
): Promise<void> => {
  const output = createOutput(dependencies, options.json === true);
  const place = await findLoginPlace({ ...options, url: url ?? options.url }, dependencies);
  const { runGit } = dependencies;
  const { credentialUrl, baseUrl, tokenPage } = place;
  const wasKept = (await findGitCredential(runGit, credentialUrl)) !== undefined;
  if (wasKept) await rejectGitCredential(runGit, credentialUrl);
  if ((await findGitCredential(runGit, credentialUrl)) !== undefined) {
    throw new AgentProblem(`git still has a credential for ${baseUrl}; remove it from its helper`);
  }
  const line = wasKept ? `git has forgotten the token for ${baseUrl}` : `git has no token for ${baseUrl}`;
  output.result(line, { url: baseUrl, was_kept: wasKept });
  if (wasKept) output.note(`the token works until it is revoked: ${tokenPage}`);
};
