import type { Place } from '../surroundings.js';
import { findNamedFile } from './find-named-file.js';
import type { RunGit } from './run-git.js';

/**
 * The file with the certificates of authorities that git trusts for a URL: `GIT_SSL_CAINFO`, else the `http.<url>.sslCAInfo` that git matches best, else
 * `http.sslCAInfo`. Undefined where there is none.
 */
export const findAuthorities = (runGit: RunGit, url: string, place: Place): Promise<string | undefined> =>
  findNamedFile(runGit, url, place, { variable: 'GIT_SSL_CAINFO', key: 'http.sslcainfo' });
