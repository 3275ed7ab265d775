import { parseCredential } from '@svc/client';
import { err, ok, type Result } from 'neverthrow';
import {
  cloneUrlOf,
  credentialUrlOf,
  idOf,
  isAt,
  parseLfsUrl,
  placeOfClone,
  type RepositoryPlace,
  repositoryOfClone,
  type ServicePlace,
} from './clone-place.js';
import { isByNames, lfsUrlOf, parseReference, parseServiceLocation } from './service-location.js';
import { allowsHttp, firstGiven, type Given, type SettingSources, stallSecondsOf } from './setting-sources.js';

export interface Settings {
  readonly baseUrl: string;
  /** A UUID. */
  readonly repositoryId: string;
  /** What the person has given for this very service; without it git's credential helpers are asked. */
  readonly token: string | undefined;
  readonly allowHttp: boolean;
  /** A connection on which nothing moves for so long is given up. */
  readonly stallSeconds: number;
  /** What a credential is looked for: the LFS URL, with the user name that the clone's may carry. */
  readonly credentialUrl: string;
  readonly netrcFile: string | undefined;
}

/** Decides between the sources. The error is a line that names what has to be changed. */
export const decideSettings = (sources: SettingSources): Result<Settings, string> => {
  const allowHttp = allowsHttp(sources);
  const given = firstGiven(sources, 'url');
  const repository = firstGiven(sources, 'repository');
  if (given === undefined && sources.cloneLfsUrl !== undefined) return ofClone(sources, sources.cloneLfsUrl, repository);
  if (given === undefined) {
    return err(sources.cloneRefused ?? 'which service? Set SVC_URL or --url, or run svc install in the clone');
  }

  const location = parseServiceLocation(given.text, allowHttp);
  if (location.isErr()) return err(`${given.name}: ${location.error}`);
  const { baseUrl } = location.value;
  const text = location.value.repository ?? repository?.text ?? repositoryOfClone(sources, baseUrl);
  if (text === undefined)
    return err('which repository? Set SVC_REPOSITORY or --repository to its id, or to organization/repository');
  const reference = parseReference(text);
  if (reference === undefined) {
    return err(`${repository?.name ?? 'SVC_REPOSITORY'} must be the id of a repository, a UUID, or organization/repository`);
  }
  const token = firstGiven(sources, 'token');
  if (token !== undefined && parseCredential(token.text).isErr()) return err(`${token.name} is no credential`);
  return idOf(sources, { baseUrl, repository: reference }).map((repositoryId) => ({
    baseUrl,
    repositoryId,
    token: token?.text,
    allowHttp,
    stallSeconds: stallSecondsOf(sources),
    credentialUrl: credentialUrlOf(sources, { baseUrl, repositoryId }, reference),
    netrcFile: sources.netrcFile,
  }));
};

const ofClone = (sources: SettingSources, cloneLfsUrl: string, repository: Given | undefined): Result<Settings, string> => {
  const allowHttp = allowsHttp(sources);
  const location = parseLfsUrl(cloneLfsUrl, allowHttp);
  if (location.isErr()) return err(`the LFS URL of the clone: ${location.error}`);
  const { baseUrl, repository: reference } = location.value;
  if (reference === undefined) return err('the LFS URL of the clone is none of this service; set SVC_URL or --url');
  const named = repository === undefined ? reference : (parseReference(repository.text) ?? '');
  return idOf(sources, { baseUrl, repository: reference }).andThen((repositoryId) =>
    repository !== undefined && idOf(sources, { baseUrl, repository: named }).unwrapOr('') !== repositoryId
      ? err(`${repository.name} is not the repository of the clone's LFS URL; set SVC_URL or --url too`)
      : ok({
          baseUrl,
          repositoryId,
          token: undefined,
          allowHttp,
          stallSeconds: stallSecondsOf(sources),
          credentialUrl: cloneLfsUrl,
          netrcFile: sources.netrcFile,
        }),
  );
};

/** The repositories that are named, as far as the sources need their ids: of one service, the one that the sources decide for. */
export const namedPlaces = (sources: SettingSources): readonly RepositoryPlace[] => {
  const given = firstGiven(sources, 'url');
  const allowHttp = allowsHttp(sources);
  const clone = sources.cloneLfsUrl === undefined ? undefined : parseLfsUrl(sources.cloneLfsUrl, allowHttp).unwrapOr(undefined);
  const decisive = given === undefined ? clone : parseServiceLocation(given.text, allowHttp).unwrapOr(undefined);
  if (decisive === undefined) return [];
  const { baseUrl } = decisive;
  const texts = [
    given === undefined ? undefined : decisive.repository,
    firstGiven(sources, 'repository')?.text,
    clone?.baseUrl === baseUrl ? clone.repository : undefined,
  ];
  const references = new Set(texts.map((text) => (text === undefined ? undefined : parseReference(text))));
  return [...references].flatMap((repository) =>
    repository !== undefined && isByNames(repository) ? [{ baseUrl, repository }] : [],
  );
};

export interface CloneConflict {
  readonly cloneUrl: string;
  /** A line that names both. */
  readonly message: string;
}

/**
 * The clone's LFS URL and the settings when they name two repositories; undefined when they agree, and when one of them names none of this service.
 * What git-lfs hands over without saying where to belongs to the former.
 */
export const conflictWithClone = (sources: SettingSources): CloneConflict | undefined => {
  const settings = decideSettings(sources);
  const ofLfs = placeOfClone(sources);
  if (settings.isErr() || ofLfs === undefined) return undefined;
  const cloneUrl = lfsUrlOf(ofLfs.baseUrl, ofLfs.reference);
  const settingsUrl = lfsUrlOf(settings.value.baseUrl, settings.value.repositoryId);
  if (settingsUrl === lfsUrlOf(ofLfs.baseUrl, ofLfs.repositoryId)) return undefined;
  const given = [firstGiven(sources, 'url'), firstGiven(sources, 'repository')].flatMap((each) => each?.name ?? []);
  return {
    cloneUrl,
    message: `the LFS URL of the clone is ${cloneUrl}, but by ${given.join(' and ')} it would be ${settingsUrl}`,
  };
};

/** The token, when the person has given it together with this service; nobody else gets it. */
export const tokenFor = (sources: SettingSources, baseUrl: string): string | undefined => {
  const url = firstGiven(sources, 'url');
  if (url === undefined) return undefined;
  const location = parseServiceLocation(url.text, true);
  return location.isOk() && location.value.baseUrl === baseUrl ? firstGiven(sources, 'token')?.text : undefined;
};

/** What a credential for a repository is looked for: as the settings call it, where they name it. */
export const credentialUrlAt = (sources: SettingSources, place: ServicePlace): string => {
  const settings = decideSettings(sources).unwrapOr(undefined);
  return settings !== undefined && isAt(place, settings) ? settings.credentialUrl : credentialUrlOf(sources, place);
};

/** Whether the settings or the clone's LFS URL name this very repository: a server that git-lfs has asked may name any other. */
export const namesRepository = (sources: SettingSources, place: ServicePlace): boolean =>
  isAt(place, decideSettings(sources).unwrapOr(undefined)) || cloneUrlOf(sources, place) !== undefined;
