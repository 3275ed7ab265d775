import { AgentProblem } from '../agent-problem.js';
import type { RunGit } from '../git/run-git.js';
import { secretOfAuthorization } from '../settings/authorization.js';
import { type FoundCredential, findCredential } from '../settings/find-credential.js';
import { isByNames, lfsUrlOf, parseServiceLocation } from '../settings/service-location.js';
import { allowsHttp, type SettingSources } from '../settings/setting-sources.js';
import { conflictWithClone, credentialUrlAt, decideSettings, namesRepository, tokenFor } from '../settings/settings.js';
import type { Action } from './message.js';

/** Where the objects of one repository go to, and as whom. */
export interface Service {
  readonly baseUrl: string;
  /** A UUID. */
  readonly repositoryId: string;
  readonly credential: string;
  readonly allowHttp: boolean;
  /** What git's configuration may have headers for. */
  readonly lfsUrl: string;
}

/**
 * In negotiated mode the server has said where, by an action whose `href` is the repository's LFS URL; in standalone mode there is no action and the
 * settings say it, unless the clone's LFS URL is of another repository. Throws with what is missing or refused.
 */
export const findService = async (action: Action | undefined, sources: SettingSources, runGit: RunGit): Promise<Service> => {
  if (action === undefined) {
    const conflict = conflictWithClone(sources);
    if (conflict !== undefined) throw new AgentProblem(conflict.message, 'setting');
    const settings = decideSettings(sources);
    if (settings.isErr()) throw new AgentProblem(settings.error, 'setting');
    const { baseUrl, repositoryId, allowHttp, credentialUrl } = settings.value;
    const { secret } = await findCredential(settings.value, runGit);
    return { baseUrl, repositoryId, credential: secret, allowHttp, lfsUrl: credentialUrl };
  }
  const allowHttp = allowsHttp(sources);
  const location = parseServiceLocation(action.href, allowHttp);
  if (location.isErr()) throw new AgentProblem(`the server's URL: ${location.error}`, 'setting');
  const { baseUrl, repository: repositoryId } = location.value;
  if (repositoryId === undefined || isByNames(repositoryId))
    throw new AgentProblem("the server's URL is not the LFS URL of a repository");
  const { secret } = await credentialFor(action, { baseUrl, repositoryId }, sources, runGit);
  const lfsUrl = credentialUrlAt(sources, { baseUrl, repositoryId });
  return { baseUrl, repositoryId, credential: secret, allowHttp, lfsUrl };
};

/** As whom the server wants to be asked, where it says so. */
export const authorizationOf = ({ header }: Action): string | undefined =>
  Object.entries(header).find(([name]) => name.toLowerCase() === 'authorization')?.[1];

/**
 * What the server has sent along goes first. Otherwise it is the person's own, and then they, or their clone, have to have named the repository: a
 * server that git-lfs has asked might name another one of theirs, for them to write to or to read from. The token goes to the service that they have named
 * with it, and to no other.
 */
const credentialFor = async (
  action: Action,
  place: { readonly baseUrl: string; readonly repositoryId: string },
  sources: SettingSources,
  runGit: RunGit,
): Promise<FoundCredential> => {
  const sent = authorizationOf(action);
  const secret = sent === undefined ? undefined : secretOfAuthorization(sent);
  if (secret !== undefined) return { secret, source: 'token' };
  if (!namesRepository(sources, place)) {
    const url = lfsUrlOf(place.baseUrl, place.repositoryId);
    throw new AgentProblem(
      `the server says ${url}, which neither the settings nor the LFS URL of the clone name: if it is meant, set SVC_URL and SVC_REPOSITORY to it`,
      'setting',
    );
  }
  const credentialUrl = credentialUrlAt(sources, place);
  return findCredential({ token: tokenFor(sources, place.baseUrl), credentialUrl, netrcFile: sources.netrcFile }, runGit);
};
