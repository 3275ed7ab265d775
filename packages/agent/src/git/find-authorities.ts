import { createGitConfig } from './git-config.js';
import { wholePathFrom } from '../path-from.js';
import type { Place } from '../surroundings.js';
import type { RunGit } from './run-git.js';

/**
 * The file with the certificates of authorities that git trusts for a URL: `GIT_SSL_CAINFO`, else the `http.<url>.sslCAInfo` that git matches best, else
 * `http.sslCAInfo`. Undefined where there is none.
 */
export const findAuthorities = async (
  runGit: RunGit,
  url: string,
  { environment, folder }: Place,
): Promise<string | undefined> => {
  const named = environment['GIT_SSL_CAINFO'] ?? (await createGitConfig(runGit).getPathFor('http.sslcainfo', url)) ?? '';
  return named === '' ? undefined : wholePathFrom(folder, named);
};
