import { parseBaseUrl } from '@svc/client';
import { isSlug } from '@svc/core';
import { err, ok, type Result } from 'neverthrow';

/** Where the service is and, when the URL says so, which of its repositories is meant. */
export interface ServiceLocation {
  /** Without `/api/v1` and without a slash at its end. */
  readonly baseUrl: string;
  /** As `parseReference` returns it. */
  readonly repository: string | undefined;
}

const repositoryPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Also as clients write it that know a Git URL, or take any LFS URL for one. */
const lfsPath = /^(.*)\/api\/v1\/repositories\/([^/]+?)(?:(?:\/lfs)?\.git\/info)?\/lfs$/;
/** What any Git hosting has, too. */
const namesPath = /^(.*)\/([^/]+\/[^/]+)\.git\/info\/lfs$/;
const apiPath = /^(.*)\/api\/v1$/;

/** The UUID as the service writes it, in lower case; undefined for what is none. */
const parseRepositoryId = (text: string): string | undefined => (repositoryPattern.test(text) ? text.toLowerCase() : undefined);

/** Whether a reference is `organization/repository` and no id. */
export const isByNames = (reference: string): boolean => reference.includes('/');

/** What names a repository: its UUID in lower case, or `organization/repository`, both slugs. Undefined for what is neither. */
export const parseReference = (text: string): string | undefined => {
  const [organization = '', repository = '', ...others] = text.split('/');
  return others.length === 0 && isSlug(organization) && isSlug(repository) ? text : parseRepositoryId(text);
};

/**
 * Reads the URL of a service or the LFS URL of one of its repositories. The error is a sentence.
 *
 * Plain http carries the credential and the bytes for everybody to read, so it is for loopback only unless `allowHttp`.
 */
export const parseServiceLocation = (text: string, allowHttp: boolean): Result<ServiceLocation, string> => {
  const safe = parseBaseUrl(text, { allowPlainHttp: allowHttp });
  if (safe.isErr()) {
    const isHttpAlone = parseBaseUrl(text, { allowPlainHttp: true }).isOk();
    return err(`${safe.error.message}${isHttpAlone ? ' Use https, or --allow-http.' : ''}`);
  }
  const url = new URL(safe.value);
  const path = url.pathname.replace(/\/+$/, '');
  const [, lfsBase, id] = lfsPath.exec(path) ?? [];
  if (lfsBase !== undefined && id !== undefined) {
    const repository = parseRepositoryId(id);
    if (repository === undefined) return err('The URL names a repository by something that is no UUID.');
    return ok({ baseUrl: url.origin + lfsBase, repository });
  }
  const [, namesBase = '', names = ''] = namesPath.exec(path) ?? [];
  const repository = parseReference(names);
  if (repository !== undefined) return ok({ baseUrl: url.origin + namesBase, repository });
  return ok({ baseUrl: url.origin + (apiPath.exec(path)?.[1] ?? path), repository: undefined });
};

/** The LFS URL of a repository, with its names or with its id. */
export const lfsUrlOf = (baseUrl: string, reference: string): string =>
  isByNames(reference) ? `${baseUrl}/${reference}.git/info/lfs` : `${baseUrl}/api/v1/repositories/${reference}/lfs`;
