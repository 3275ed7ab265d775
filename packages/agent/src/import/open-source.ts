import { createLfsEndpoint, type LfsEndpoint, parseBaseUrl } from '@svc/client';
import { AgentProblem } from '../agent-problem.js';
import { findExtraHeaders } from '../git/extra-headers.js';
import { findGitLogin } from '../git/git-credential.js';
import type { RunGit } from '../git/run-git.js';
import { createHttpTransport, type Stall } from '../http-transport.js';
import type { ClientDependencies } from '../service-client.js';
import { problemOfUser, withoutUser } from '../settings/clone-place.js';
import { createEitherEndpoint, type LikelyEndpoint } from './either-endpoint.js';

export interface SourceOptions {
  readonly allowHttp: boolean;
  readonly stallSeconds: number;
  readonly onStall: (stall: Stall) => void;
}

/** Whether a source is a URL, and no folder. */
export const isUrl = (source: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(source);

/** The LFS URLs that a URL may stand for, first the likelier one: that of a Git repository has it where git-lfs would look for it, also without its `.git`. */
export const lfsUrlsOfSource = (url: string): readonly [string, string?] => {
  const trimmed = url.replace(/\/+$/, '');
  if (trimmed.endsWith('.git')) return [`${trimmed}/info/lfs`];
  const hasPath = URL.canParse(trimmed) && new URL(trimmed).pathname !== '/';
  return hasPath && !trimmed.endsWith('/lfs') ? [trimmed, `${trimmed}.git/info/lfs`] : [trimmed];
};

/** What git has for the server, in git-lfs's order: the header of its configuration, else the login in the URL, or that of the credential helpers. */
const authorizationFor = async (runGit: RunGit, url: string, extra: string | undefined): Promise<string | undefined> => {
  if (extra !== undefined) return extra;
  const login = await findGitLogin(runGit, url);
  return login && `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}`;
};

/** Opens the Git LFS server that objects come from. Throws the line that says what is wrong with its URL. */
export const openSource = async (
  source: string,
  dependencies: ClientDependencies,
  options: SourceOptions,
): Promise<LfsEndpoint> => {
  const [url, otherUrl] = lfsUrlsOfSource(source);
  const first = await openLikely(url, dependencies, options);
  return otherUrl === undefined ? first.endpoint : createEitherEndpoint(first, () => openLikely(otherUrl, dependencies, options));
};

const openLikely = async (
  url: string,
  { runGit, connections }: ClientDependencies,
  { allowHttp, stallSeconds, onStall }: SourceOptions,
): Promise<LikelyEndpoint> => {
  const problem = problemOfUser(url);
  if (problem !== undefined) throw new AgentProblem(`the source: ${problem}`, 'setting');
  const bare = withoutUser(url);
  const safe = parseBaseUrl(bare, { allowPlainHttp: allowHttp });
  if (safe.isErr()) throw new AgentProblem(`the source: ${safe.error.message}`, 'setting');
  // A file of certificates that is of no use is a matter of settings, and not of a network on which one tries again.
  if (bare.startsWith('https:')) await connections.agentFor(bare);
  const { authorization: extra, others } = await findExtraHeaders(runGit, bare);
  const authorization = await authorizationFor(runGit, url, extra);
  const endpoint = createLfsEndpoint({
    url: bare,
    headers: { ...others, ...(authorization === undefined ? {} : { authorization }) },
    transport: createHttpTransport({ stallMs: stallSeconds * 1000, onStall, connections }),
    allowPlainHttp: allowHttp,
  });
  return { url: bare, endpoint };
};
