import { AgentProblem } from '../agent-problem.js';
import type { ServiceOptions } from '../command-line.js';
import type { RunGit } from '../git/run-git.js';
import type { Place } from '../surroundings.js';
import { credentialUrlFor, decodeUser, parseLfsUrl, repositoryOfClone, withoutUser } from '../settings/clone-place.js';
import { readSettingSources } from '../settings/read-settings.js';
import { isByNames, parseReference } from '../settings/service-location.js';
import { allowsHttp, firstGiven, type SettingSources, stallSecondsOf } from '../settings/setting-sources.js';

/** The service that somebody signs in to. */
export interface LoginPlace {
  readonly baseUrl: string;
  readonly allowHttp: boolean;
  readonly stallSeconds: number;
  /** What git keeps the token for: the host or, where `credential.useHttpPath` is set, the repository too. */
  readonly credentialUrl: string;
  /** Whether that is of a repository. */
  readonly isOfRepository: boolean;
  /** The user that the clone's LFS URL names, or what says that the secret is a token. */
  readonly username: string;
  /** Where tokens are made. */
  readonly tokenPage: string;
}

const userOf = (url: string): string => (URL.canParse(url) ? decodeUser(new URL(url).username) : '');

const referenceOf = (sources: SettingSources, inUrl: string | undefined): string | undefined =>
  inUrl ?? parseReference(firstGiven(sources, 'repository')?.text ?? '');

/** Decides which service it is; a repository need not be named. Throws the line that says what is missing. */
export const findLoginPlace = async (
  options: ServiceOptions,
  dependencies: Place & { readonly runGit: RunGit },
): Promise<LoginPlace> => {
  const sources = await readSettingSources(options, dependencies, dependencies.runGit);
  const given = firstGiven(sources, 'url') ?? { name: 'the LFS URL of the clone', text: sources.cloneLfsUrl ?? '' };
  if (given.text === '') throw new AgentProblem('which service? Name it: svc login https://svc.example', 'setting');
  const location = parseLfsUrl(given.text, allowsHttp(sources));
  if (location.isErr()) throw new AgentProblem(`${given.name}: ${location.error}`, 'setting');
  const { baseUrl, repository } = location.value;
  const reference = referenceOf(sources, repository) ?? repositoryOfClone(sources, baseUrl);
  const [organization] = reference !== undefined && isByNames(reference) ? reference.split('/') : [];
  return {
    baseUrl,
    allowHttp: allowsHttp(sources),
    stallSeconds: stallSecondsOf(sources),
    credentialUrl: reference === undefined ? baseUrl : withoutUser(credentialUrlFor({ baseUrl, repository: reference }, sources)),
    isOfRepository: reference !== undefined,
    username: userOf(given.text) || 'token',
    tokenPage: `${baseUrl}/organizations${organization === undefined ? '' : `/${organization}/tokens`}`,
  };
};
