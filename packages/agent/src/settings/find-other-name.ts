import { describeApiError, parseCredential } from '@svc/client';
import { err, ok, type Result } from 'neverthrow';
import { AgentProblem } from '../agent-problem.js';
import { quoteForShell } from '../git/agent-entry.js';
import { isStandaloneFor } from '../git/is-standalone.js';
import type { RunGit } from '../git/run-git.js';
import { openClient } from '../service-client.js';
import { baseUrlOf, idOf, type RepositoryPlace, repositoryOfClone, type ServicePlace, withoutUser } from './clone-place.js';
import { findCredential } from './find-credential.js';
import { type ResolveDependencies, resolveCloneName, resolveNames } from './resolve-names.js';
import { lfsUrlOf, parseServiceLocation } from './service-location.js';
import { allowsHttp, type SettingSources, stallSecondsOf } from './setting-sources.js';
import { credentialUrlAt, namesRepository, tokenFor } from './settings.js';

/** What git-lfs asks where the objects of the clone go; undefined where it asks no service of this kind, or leaves all to the agent without asking. */
export const askedPlace = async (sources: SettingSources, runGit: RunGit): Promise<RepositoryPlace | undefined> => {
  const { cloneLfsUrl } = sources;
  const baseUrl = cloneLfsUrl === undefined ? undefined : baseUrlOf(cloneLfsUrl);
  if (cloneLfsUrl === undefined || baseUrl === undefined) return undefined;
  const repository = repositoryOfClone(sources, baseUrl);
  if (repository === undefined || (await isStandaloneFor(runGit, withoutUser(cloneLfsUrl)))) return undefined;
  return { baseUrl, repository };
};

/**
 * The line that says what a service calls itself, where neither the settings nor the clone call it so; undefined where one of them does. The error is a line
 * that says why that is not known.
 *
 * A service tells git-lfs by that name where each object goes, and the agent goes to nothing that the person or the clone has not named.
 */
export const findOtherName = async (
  asked: RepositoryPlace,
  sources: SettingSources,
  dependencies: ResolveDependencies,
): Promise<Result<string | undefined, string>> => {
  try {
    return await compareNames(asked, sources, dependencies);
  } catch (fault) {
    if (fault instanceof AgentProblem) return err(fault.message);
    throw fault;
  }
};

const compareNames = async (
  asked: RepositoryPlace,
  sources: SettingSources,
  dependencies: ResolveDependencies,
): Promise<Result<string | undefined, string>> => {
  const { baseUrl, repository } = asked;
  // The clone may have an LFS URL that git-lfs takes, and no credential is sent to.
  const location = parseServiceLocation(baseUrl, allowsHttp(sources));
  if (location.isErr()) return err(`the LFS URL of the clone: ${location.error}`);
  const resolved = sources.names === undefined ? await resolveNames(sources, dependencies) : sources;
  const known = await resolveCloneName(resolved, dependencies);
  const id = idOf(known, asked);
  if (id.isErr()) return err(id.error);
  const said = await askLfsUrl({ baseUrl, repositoryId: id.value }, known, dependencies);
  if (said.isErr()) return err(said.error);
  const own = parseServiceLocation(said.value, true).unwrapOr(undefined);
  if (own?.repository !== id.value) return err(`${baseUrl} says that the LFS URL of the repository is ${said.value}`);
  if (namesRepository(known, { baseUrl: own.baseUrl, repositoryId: id.value })) return ok(undefined);
  const command = `git config lfs.url ${quoteForShell(lfsUrlOf(own.baseUrl, repository))}`;
  return ok(
    `the service calls itself ${own.baseUrl}, the clone ${baseUrl}: git-lfs with svc moves nothing until the clone calls it so too: ${command}`,
  );
};

/** The LFS URL of a repository as its service says it; the error is a line. */
const askLfsUrl = async (
  place: ServicePlace,
  sources: SettingSources,
  { runGit, connections, signal }: ResolveDependencies,
): Promise<Result<string, string>> => {
  const { baseUrl, repositoryId: repoID } = place;
  const credentialUrl = credentialUrlAt(sources, place);
  const wanted = { token: tokenFor(sources, baseUrl), credentialUrl, netrcFile: sources.netrcFile };
  const { secret: credential } = await findCredential(wanted, runGit);
  const parsed = parseCredential(credential);
  if (parsed.isErr()) return err(parsed.error.message);
  const options = { baseUrl, credential, allowHttp: allowsHttp(sources), stallSeconds: stallSecondsOf(sources) };
  const { api } = await openClient({ ...options, lfsUrl: credentialUrl }, { runGit, connections });
  const answer = await api.GET('/api/v1/repositories/{repoID}/connect', { params: { path: { repoID } }, signal });
  return answer
    .map(({ data }) => data.connect.git_lfs.url)
    .mapErr((error) => `${baseUrl} does not say what it calls itself: ${describeApiError(error)}`);
};
