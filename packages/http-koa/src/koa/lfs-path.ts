import { isSlug, type RepositoryName } from '@svc/core';
import { apiPrefix } from '../endpoint/route.js';

/** Where a request goes: a path of the rows, and the repository where the request names it instead of giving its id. */
export interface Location {
  readonly path: string;
  readonly repository: RepositoryName | undefined;
}

const byId = new RegExp(`^(${apiPrefix}/repositories/[^/]+?)(?:/lfs)?\\.git/info/lfs(?=/|$)`);
const byName = /^\/([^/]+)\/([^/]+)\.git\/info\/lfs(?=\/|$)/;

/** It stands for a repository whose id is not known yet; no id looks like it. */
const unnamed = `${apiPrefix}/repositories/-/lfs`;

/**
 * Clients that are told a Git URL look for Git LFS at `.git/info/lfs` behind it: git-lfs and JGit do so without an LFS URL, scmrepo (DVC) behind any LFS
 * URL, too. Such a path leads where `/repositories/{id}/lfs` leads. Undefined for every other path.
 */
export const locateLfs = (path: string): Location | undefined => {
  if (!path.includes('.git/info/lfs')) return undefined;
  const withId = byId.exec(path);
  if (withId !== null) return { path: `${withId[1]}/lfs${path.slice(withId[0].length)}`, repository: undefined };
  const [start = '', organization = '', repository = ''] = byName.exec(path) ?? [];
  if (!isSlug(organization) || !isSlug(repository)) return undefined;
  return { path: unnamed + path.slice(start.length), repository: { organization, repository } };
};

/** The same for any path: most lead where they say. */
export const locate = (path: string): Location => locateLfs(path) ?? { path, repository: undefined };
