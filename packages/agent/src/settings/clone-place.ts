import { err, ok, type Result } from 'neverthrow';
import { isByNames, lfsUrlOf, parseServiceLocation, type ServiceLocation } from './service-location.js';
import type { SettingSources } from './setting-sources.js';

/** A repository of a service, by its id or by its names. */
export interface RepositoryPlace {
  readonly baseUrl: string;
  readonly repository: string;
}

/** The id of a repository, which its service has said where it is named. The error is a line. */
export const idOf = ({ names }: SettingSources, { baseUrl, repository }: RepositoryPlace): Result<string, string> => {
  if (!isByNames(repository)) return ok(repository);
  const found = names?.get(lfsUrlOf(baseUrl, repository));
  return found ?? err(`nobody has asked ${baseUrl} which repository ${repository} is`);
};

/** The URL without the user and the password that git's LFS URLs may carry. */
export const withoutUser = (url: string): string => url.replace(/^(https?:\/\/)[^/?#]*@/i, '$1');

/** A part of a user as it is meant. A percent sign that begins nothing stands for itself. */
export const decodeUser = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const unclear = /[\\\u0000-\u0020\u007f-\u009f]|%(?:[01][0-9a-f]|7f)/iu;

/**
 * What is wrong with a URL that may carry a user; undefined when nothing is. A backslash ends the host for browsers and for Node, and belongs to the user for git,
 * so the secrets of one host would go to another; a line break would be a further line for git's credential helpers.
 */
export const problemOfUser = (url: string): string | undefined =>
  unclear.test(url) ? 'The URL has a backslash, a blank or a control character in it.' : undefined;

/** Reads an LFS URL that may carry a user as `parseServiceLocation` reads others. */
export const parseLfsUrl = (url: string, allowHttp: boolean): Result<ServiceLocation, string> => {
  const problem = problemOfUser(url);
  return problem === undefined ? parseServiceLocation(withoutUser(url), allowHttp) : err(problem);
};

const locationOfClone = (cloneLfsUrl: string): ServiceLocation | undefined => parseLfsUrl(cloneLfsUrl, true).unwrapOr(undefined);

/** The base URL of the service that an LFS URL may be of; undefined for what is no URL of any. */
export const baseUrlOf = (lfsUrl: string): string | undefined => locationOfClone(lfsUrl)?.baseUrl;

/** The repository of the clone's LFS URL as that names it; undefined where it is none of this service. */
export const repositoryOfClone = ({ cloneLfsUrl }: SettingSources, baseUrl: string): string | undefined => {
  const location = cloneLfsUrl === undefined ? undefined : locationOfClone(cloneLfsUrl);
  return location?.baseUrl === baseUrl ? location.repository : undefined;
};

/** Why nobody knows which repository of a service the clone's LFS URL is of; undefined where that is known, or is none of this service. */
export const problemOfClone = (sources: SettingSources, baseUrl: string): string | undefined => {
  const repository = repositoryOfClone(sources, baseUrl);
  const id = repository === undefined ? undefined : idOf(sources, { baseUrl, repository });
  return id?.isErr() === true ? id.error : undefined;
};

/** A repository of a service, by its id. */
export interface ServicePlace {
  readonly baseUrl: string;
  /** A UUID. */
  readonly repositoryId: string;
}

interface ClonePlace extends ServicePlace {
  /** As the clone has it. */
  readonly reference: string;
}

/** The repository of the clone's LFS URL; undefined where it is none of this service: one with names may be of any Git hosting. */
export const placeOfClone = (sources: SettingSources): ClonePlace | undefined => {
  const { baseUrl, repository: reference } =
    (sources.cloneLfsUrl === undefined ? undefined : locationOfClone(sources.cloneLfsUrl)) ?? {};
  if (baseUrl === undefined || reference === undefined) return undefined;
  const id = idOf(sources, { baseUrl, repository: reference });
  return id.isErr() ? undefined : { baseUrl, reference, repositoryId: id.value };
};

/** The same of the LFS URL as it is written: a service that is reached by another URL calls itself so, perhaps. */
const writtenPlace = (sources: SettingSources): ServicePlace | undefined => {
  const { baseUrl, repository: reference } =
    (sources.writtenLfsUrl === undefined ? undefined : locationOfClone(sources.writtenLfsUrl)) ?? {};
  if (baseUrl === undefined || reference === undefined) return undefined;
  if (!isByNames(reference)) return { baseUrl, repositoryId: reference };
  // The person has said that the other URL stands for this one, so what answers there says the id for both.
  const own = placeOfClone(sources);
  return own?.reference === reference ? { baseUrl, repositoryId: own.repositoryId } : undefined;
};

export const isAt = ({ baseUrl, repositoryId }: ServicePlace, other: ServicePlace | undefined): boolean =>
  other?.baseUrl === baseUrl && other.repositoryId === repositoryId;

/** The clone's LFS URL, as git-lfs takes it or as it is written, where it is of this very repository. */
export const cloneUrlOf = (sources: SettingSources, place: ServicePlace): string | undefined => {
  if (isAt(place, placeOfClone(sources))) return sources.cloneLfsUrl;
  return isAt(place, writtenPlace(sources)) ? sources.writtenLfsUrl : undefined;
};

/**
 * The LFS URL of a repository, as the clone has it where it is the clone's own: with the user and the password that git-lfs takes from there, too. Otherwise
 * by what it was called, as `svc login` keeps a token for it.
 */
export const credentialUrlOf = (sources: SettingSources, place: ServicePlace, calledBy = place.repositoryId): string =>
  cloneUrlOf(sources, place) ?? lfsUrlOf(place.baseUrl, calledBy);

/** The same of a repository as it is named, whose id nobody has to know. */
export const credentialUrlFor = ({ baseUrl, repository }: RepositoryPlace, sources: SettingSources): string => {
  const isOwn = repositoryOfClone(sources, baseUrl) === repository;
  return isOwn && sources.cloneLfsUrl !== undefined ? sources.cloneLfsUrl : lfsUrlOf(baseUrl, repository);
};
