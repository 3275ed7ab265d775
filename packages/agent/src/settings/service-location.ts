import { parseBaseUrl } from '@svc/client';
import { err, ok, type Result } from 'neverthrow';

/** Where the service is and, when the URL says so, which of its repositories is meant. */
export interface ServiceLocation {
  /** Without `/api/v1` and without a slash at its end. */
  readonly baseUrl: string;
  /** A UUID in lower case. */
  readonly repositoryId: string | undefined;
}

const repositoryPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Also as clients write it that know a Git URL, or take any LFS URL for one. */
const lfsPath = /^(.*)\/api\/v1\/repositories\/([^/]+?)(?:(?:\/lfs)?\.git\/info)?\/lfs$/;
const apiPath = /^(.*)\/api\/v1$/;

/** The UUID as the service writes it, in lower case; undefined for what is none. */
export const parseRepositoryId = (text: string): string | undefined =>
  repositoryPattern.test(text) ? text.toLowerCase() : undefined;

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
  const [, lfsBase, repository] = lfsPath.exec(path) ?? [];
  if (lfsBase !== undefined && repository !== undefined) {
    const repositoryId = parseRepositoryId(repository);
    if (repositoryId === undefined) return err('The URL names a repository by something that is no UUID.');
    return ok({ baseUrl: url.origin + lfsBase, repositoryId });
  }
  return ok({ baseUrl: url.origin + (apiPath.exec(path)?.[1] ?? path), repositoryId: undefined });
};

export const lfsUrlOf = (baseUrl: string, repositoryId: string): string => `${baseUrl}/api/v1/repositories/${repositoryId}/lfs`;
