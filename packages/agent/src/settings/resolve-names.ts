import { type ApiError, describeApiError, parseCredential } from '@svc/client';
import { err, ok, type Result } from 'neverthrow';
import { AgentProblem } from '../agent-problem.js';
import { problemOf } from '../api-outcome.js';
import type { RunGit } from '../git/run-git.js';
import { type ClientDependencies, openClient } from '../service-client.js';
import { findCredential, unknownCredential } from './find-credential.js';
import { lfsUrlOf } from './service-location.js';
import { credentialUrlFor, type RepositoryPlace } from './clone-place.js';
import { allowsHttp, type SettingSources, stallSecondsOf } from './setting-sources.js';
import { namedPlaces, tokenFor } from './settings.js';

export interface ResolveDependencies extends ClientDependencies {
  /** Ends the waiting for the service. */
  readonly signal: AbortSignal;
}

export interface ResolvedSources extends SettingSources {
  /** Why no id was said, where that is the credential that there is for a service. */
  readonly credentialProblem?: { readonly baseUrl: string; readonly message: string } | undefined;
}

/** The sources with the ids of the repositories that they name, as their service says them. Asks nobody where there are none. */
export const resolveNames = async (sources: SettingSources, dependencies: ResolveDependencies): Promise<ResolvedSources> => {
  const places = namedPlaces(sources);
  if (places.length === 0) return sources;
  const names = new Map<string, Result<string, string>>();
  let credentialProblem: ResolvedSources['credentialProblem'];
  for (const place of places) {
    const { id, ofCredential } = await askFor(place, sources, dependencies);
    names.set(lfsUrlOf(place.baseUrl, place.repository), id);
    if (ofCredential !== undefined) credentialProblem = { baseUrl: place.baseUrl, message: ofCredential };
  }
  return { ...sources, names, credentialProblem };
};

/**
 * The same with the id of the clone's repository, which the settings do not need where they name another service. The clone's own service is asked, as whom
 * git-lfs asks it, and gets no token.
 */
export const resolveCloneName = async (sources: SettingSources, dependencies: ResolveDependencies): Promise<SettingSources> => {
  const environment = { allowHttp: allowsHttp(sources), stallSeconds: stallSecondsOf(sources) };
  const ofClone = { ...sources, flags: {}, environment, gitConfig: {} };
  const isMissing = namedPlaces(ofClone).some((place) => sources.names?.has(lfsUrlOf(place.baseUrl, place.repository)) !== true);
  if (!isMissing) return sources;
  const { names } = await resolveNames(ofClone, dependencies);
  return { ...sources, names: new Map([...(sources.names ?? []), ...(names ?? [])]) };
};

interface Asked {
  readonly id: Result<string, string>;
  /** What is wrong with the credential, if that is it. */
  readonly ofCredential?: string;
}

const askFor = async (
  place: RepositoryPlace,
  sources: SettingSources,
  { runGit, connections, signal }: ResolveDependencies,
): Promise<Asked> => {
  const { baseUrl, repository: reference } = place;
  const credentialUrl = credentialUrlFor(place, sources);
  const secret = await secretFor(credentialUrl, baseUrl, sources, runGit);
  if (secret.isErr()) return { id: err(secret.error), ofCredential: secret.error };
  const options = { baseUrl, credential: secret.value, allowHttp: allowsHttp(sources), stallSeconds: stallSecondsOf(sources) };
  const client = await openClient({ ...options, lfsUrl: credentialUrl }, { runGit, connections });
  const [organization = '', repository = ''] = reference.split('/');
  const found = await client.repositories.find({ organization, repository }, { signal });
  if (found.isOk()) return { id: ok(found.value.id) };
  if (found.error.code === 'aborted') throw problemOf(found.error);
  const id = err(problemLineOf(found.error, place));
  return found.error.status === 401 ? { id, ofCredential: unknownCredential } : { id };
};

/** What other servers answer where they have nothing. */
const answersOfOthers: readonly string[] = ['http_404', 'malformed_answer', 'redirected'];

const problemLineOf = (error: ApiError, { baseUrl, repository }: RepositoryPlace): string => {
  if (error.code === 'not_found') return `there is no repository ${repository} on ${baseUrl} that the credential may read`;
  const hint = answersOfOthers.includes(error.code) ? '; if that is no server of this service, set SVC_URL or --url' : '';
  return `${baseUrl} does not say which repository ${repository} is: ${describeApiError(error)}${hint}`;
};

const secretFor = async (
  credentialUrl: string,
  baseUrl: string,
  sources: SettingSources,
  runGit: RunGit,
): Promise<Result<string, string>> => {
  try {
    const { netrcFile } = sources;
    const { secret } = await findCredential({ token: tokenFor(sources, baseUrl), credentialUrl, netrcFile }, runGit);
    return parseCredential(secret).mapErr(({ message }) => message);
  } catch (fault) {
    if (fault instanceof AgentProblem) return err(fault.message);
    throw fault;
  }
};
