import { err, ok, type Result } from 'neverthrow';

/** Where the service is and, when the URL says so, which of its repositories is meant. */
export interface ServiceLocation {
  /** Without `/api/v1` and without a slash at its end. */
  readonly baseUrl: string;
  /** A UUID. */
  readonly repositoryId: string | undefined;
}

const repositoryPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const lfsPath = /^(.*)\/api\/v1\/repositories\/([^/]+)\/lfs$/;
const apiPath = /^(.*)\/api\/v1$/;

export const isRepositoryId = (text: string): boolean => repositoryPattern.test(text);

/**
 * Reads the URL of a service or the LFS URL of one of its repositories. The error goes on after the name of what was read.
 *
 * Plain http carries the credential and the bytes for everybody to read, so it is for loopback only unless `allowHttp`.
 */
export const parseServiceLocation = (text: string, allowHttp: boolean): Result<ServiceLocation, string> => {
  // The parser drops tabs and line ends silently; a URL with them is nobody's honest one (CVE-2024-53263).
  if (hasControlOrSpace(text) || !URL.canParse(text)) return err('is no URL');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return err('must be an https or http URL');
  if (url.search !== '' || url.hash !== '') return err('must have no query and no fragment');
  if (url.username !== '' || url.password !== '') return err('must not contain a user name or a password');
  if (url.protocol === 'http:' && !allowHttp && !isLoopback(url.hostname)) {
    return err(`is plain http to ${url.hostname}, which everybody on the way can read; use https, or --allow-http if that is what you want`);
  }
  const path = url.pathname.replace(/\/+$/, '');
  const [, lfsBase, repositoryId] = lfsPath.exec(path) ?? [];
  if (lfsBase !== undefined && repositoryId !== undefined) {
    if (!isRepositoryId(repositoryId)) return err('names a repository by something that is no UUID');
    return ok({ baseUrl: url.origin + lfsBase, repositoryId });
  }
  return ok({ baseUrl: url.origin + (apiPath.exec(path)?.[1] ?? path), repositoryId: undefined });
};

/** Whether an address is this very machine, by the name that cannot be anything else. */
export const isLoopback = (hostname: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);

export const hasControlOrSpace = (text: string): boolean =>
  [...text].some((character) => character <= ' ' || character === '\u007f');

export const lfsUrlOf = (baseUrl: string, repositoryId: string): string =>
  `${baseUrl}/api/v1/repositories/${repositoryId}/lfs`;
