import { type ApiError, describeApiError, parseCredential } from '@svc/client';
import { err, ok, type Result } from 'neverthrow';
import { AgentProblem } from '../agent-problem.js';
import { problemOf } from '../api-outcome.js';
import type { RunGit } from '../git/run-git.js';
import { type ClientDependencies, openClient } from '../service-client.js';
import { findCredential } from './find-credential.js';
import { lfsUrlOf, parseServiceLocation } from './service-location.js';
import { type RepositoryPlace, withoutUser } from './clone-place.js';
import { allowsHttp, type SettingSources, stallSecondsOf } from './setting-sources.js';
import { namedPlaces, tokenFor } from './settings.js';

export interface ResolveDependencies extends ClientDependencies {
  /** Ends the waiting for the service. */
  readonly signal: AbortSignal;
}

/** The sources with the ids of the repositories that they name, as their service says them. Asks nobody where there are none. */
export const resolveNames = async (sources: SettingSources, dependencies: ResolveDependencies): Promise<SettingSources> => {
  const places = namedPlaces(sources);
  if (places.length === 0) return sources;
  const names = new Map<string, Result<string, string>>();
  for (const place of places) {
    names.set(lfsUrlOf(place.baseUrl, place.repository), await askFor(place, sources, dependencies));
  }
  return { ...sources, names };
};

const askFor = async (
  place: RepositoryPlace,
  sources: SettingSources,
  { runGit, connections, signal }: ResolveDependencies,
): Promise<Result<string, string>> => {
  const { baseUrl, repository: reference } = place;
  const credentialUrl = credentialUrlFor(place, sources);
  const secret = await secretFor(credentialUrl, baseUrl, sources, runGit);
  if (secret.isErr()) return err(secret.error);
  const options = { baseUrl, credential: secret.value, allowHttp: allowsHttp(sources), stallSeconds: stallSecondsOf(sources) };
  const client = await openClient({ ...options, lfsUrl: credentialUrl }, { runGit, connections });
  const [organization = '', repository = ''] = reference.split('/');
  const found = await client.repositories.find({ organization, repository }, { signal });
  if (found.isOk()) return ok(found.value.id);
  if (found.error.code === 'aborted') throw problemOf(found.error);
  return err(problemLineOf(found.error, place));
};

/** What other servers answer where they have nothing. */
const answersOfOthers: readonly string[] = ['http_404', 'malformed_answer', 'redirected'];

const problemLineOf = (error: ApiError, { baseUrl, repository }: RepositoryPlace): string => {
  if (error.code === 'not_found') return `there is no repository ${repository} on ${baseUrl} that the credential may read`;
  const hint = answersOfOthers.includes(error.code) ? '; if that is no server of this service, set SVC_URL or --url' : '';
  return `${baseUrl} does not say which repository ${repository} is: ${describeApiError(error)}${hint}`;
};

/** As the clone has it, where it is the clone's own. */
const credentialUrlFor = ({ baseUrl, repository }: RepositoryPlace, { cloneLfsUrl }: SettingSources): string => {
  const own = cloneLfsUrl === undefined ? undefined : parseServiceLocation(withoutUser(cloneLfsUrl), true).unwrapOr(undefined);
  const isOwn = own?.baseUrl === baseUrl && own.repository === repository;
  return isOwn && cloneLfsUrl !== undefined ? cloneLfsUrl : lfsUrlOf(baseUrl, repository);
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
