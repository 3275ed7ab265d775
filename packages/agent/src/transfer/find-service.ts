import { AgentProblem } from '../agent-problem.js';
import { secretOfAuthorization } from '../settings/authorization.js';
import { problemOfClone, type ServicePlace } from '../settings/clone-place.js';
import { findCredential } from '../settings/find-credential.js';
import { type ResolveDependencies, resolveCloneName } from '../settings/resolve-names.js';
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
export const findService = async (
  action: Action | undefined,
  sources: SettingSources,
  dependencies: ResolveDependencies,
): Promise<Service> => {
  if (action === undefined) {
    const conflict = conflictWithClone(sources);
    if (conflict !== undefined) throw new AgentProblem(conflict.message, 'setting');
    const settings = decideSettings(sources);
    if (settings.isErr()) throw new AgentProblem(settings.error, 'setting');
    const { baseUrl, repositoryId, allowHttp, credentialUrl } = settings.value;
    const { secret } = await findCredential(settings.value, dependencies.runGit);
    return { baseUrl, repositoryId, credential: secret, allowHttp, lfsUrl: credentialUrl };
  }
  const allowHttp = allowsHttp(sources);
  const location = parseServiceLocation(action.href, allowHttp);
  if (location.isErr()) throw new AgentProblem(`the server's URL: ${location.error}`, 'setting');
  const { baseUrl, repository: repositoryId } = location.value;
  if (repositoryId === undefined || isByNames(repositoryId))
    throw new AgentProblem("the server's URL is not the LFS URL of a repository");
  const place = { baseUrl, repositoryId };
  return { ...place, allowHttp, ...(await credentialFor(action, place, sources, dependencies)) };
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
  place: ServicePlace,
  sources: SettingSources,
  dependencies: ResolveDependencies,
): Promise<Pick<Service, 'credential' | 'lfsUrl'>> => {
  const sent = authorizationOf(action);
  const secret = sent === undefined ? undefined : secretOfAuthorization(sent);
  if (secret !== undefined) return { credential: secret, lfsUrl: credentialUrlAt(sources, place) };
  const known = await sourcesNaming(place, sources, dependencies);
  const lfsUrl = credentialUrlAt(known, place);
  const wanted = { token: tokenFor(known, place.baseUrl), credentialUrl: lfsUrl, netrcFile: known.netrcFile };
  return { credential: (await findCredential(wanted, dependencies.runGit)).secret, lfsUrl };
};

/** git-lfs has just asked the service of the clone's LFS URL, so it may be asked here which repository that is. */
const sourcesNaming = async (
  place: ServicePlace,
  sources: SettingSources,
  dependencies: ResolveDependencies,
): Promise<SettingSources> => {
  if (namesRepository(sources, place)) return sources;
  const known = await resolveCloneName(sources, dependencies);
  if (namesRepository(known, place)) return known;
  const url = lfsUrlOf(place.baseUrl, place.repositoryId);
  const problem = problemOfClone(known, place.baseUrl);
  throw new AgentProblem(
    problem === undefined
      ? `the server says ${url}, which neither the settings nor the LFS URL of the clone name: if it is meant, set SVC_URL and SVC_REPOSITORY to it`
      : `the server says ${url}; whether the LFS URL of the clone is of that is not known: ${problem}`,
    'setting',
  );
};
