import { parseCredential } from '@svc/client';
import { prefixOfTokenKind } from '@svc/core/model';
import { AgentProblem } from '../agent-problem.js';
import { findExtraHeaders } from '../git/extra-headers.js';
import { askGitCredential, findGitCredential } from '../git/git-credential.js';
import { keepsByPath } from '../git/keeps-by-path.js';
import type { RunGit } from '../git/run-git.js';
import { secretOfAuthorization } from './authorization.js';
import { findInNetrc } from './netrc.js';
import { decodeUser, withoutUser } from './clone-place.js';
import type { Settings } from './settings.js';

/** Where a credential came from, for `doctor`. */
export type CredentialSource = 'token' | 'header' | 'url' | 'netrc' | 'git' | 'askpass';

export interface FoundCredential {
  readonly secret: string;
  readonly source: CredentialSource;
}

/** What a 401 means, for a person. */
export const unknownCredential = 'the service does not know the credential; it may be mistyped, revoked or expired';

type Wanted = Pick<Settings, 'token' | 'credentialUrl' | 'netrcFile'>;

/**
 * The token that the person has given, else what git-lfs would take, in its order: the `Authorization` of `http.extraHeader`, what the URL carries, `.netrc`,
 * what git's credential helpers know, what the program answers that git asks for passwords. Throws when there is none.
 */
export const findCredential = async (wanted: Wanted, runGit: RunGit): Promise<FoundCredential> => {
  const { token, credentialUrl } = wanted;
  if (token !== undefined) return { secret: token, source: 'token' };
  for (const [source, find] of finders) {
    const secret = await find(wanted, runGit);
    if (secret !== undefined && parseCredential(secret).isOk()) return { secret, source };
  }
  const url = withoutUser(credentialUrl);
  const { origin } = new URL(url);
  const byPath = (await keepsByPath(runGit, url)) ? `; credential.useHttpPath is set, so git keeps one for ${url} alone` : '';
  throw new AgentProblem(
    `there is no credential for ${origin}: set SVC_TOKEN together with SVC_URL, or save one with git credential approve${byPath}`,
    'setting',
  );
};

type Find = (wanted: Wanted, runGit: RunGit) => Promise<string | undefined>;

const findInHeader: Find = async ({ credentialUrl }, runGit) => {
  const { authorization } = await findExtraHeaders(runGit, withoutUser(credentialUrl));
  return authorization === undefined ? undefined : secretOfAuthorization(authorization);
};

/** How the secrets begin that this service makes: those of tokens, and of the sessions that it issues. */
const starts = [...Object.values(prefixOfTokenKind), 'svc_ses'].map((prefix) => `${prefix}_`);

/** A password is as git reads it. A user name alone names an entry of `.netrc` or of the helpers, unless it is a token. */
const findInUrl: Find = async ({ credentialUrl }, runGit) => {
  if (!URL.canParse(credentialUrl)) return undefined;
  const { username, password } = new URL(credentialUrl);
  if (password !== '') return findGitCredential(runGit, credentialUrl);
  const name = decodeUser(username);
  return starts.some((start) => name.startsWith(start)) ? name : undefined;
};

const findInFile: Find = async ({ credentialUrl, netrcFile }) => {
  if (netrcFile === undefined || !URL.canParse(credentialUrl)) return undefined;
  const { username, password } = new URL(credentialUrl);
  if (password !== '') return undefined;
  // The host that is asked, which is not that of the whole URL for every reader.
  const { hostname } = new URL(withoutUser(credentialUrl));
  return findInNetrc(netrcFile, hostname, username === '' ? undefined : decodeUser(username));
};

const finders: readonly (readonly [CredentialSource, Find])[] = [
  ['header', findInHeader],
  ['url', findInUrl],
  ['netrc', findInFile],
  ['git', ({ credentialUrl }, runGit) => findGitCredential(runGit, credentialUrl)],
  ['askpass', ({ credentialUrl }, runGit) => askGitCredential(runGit, credentialUrl)],
];
