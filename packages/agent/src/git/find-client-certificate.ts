import { wholePathFrom } from '../path-from.js';
import type { Place } from '../surroundings.js';
import { createGitConfig } from './git-config.js';
import type { RunGit } from './run-git.js';

/** What is shown to a server, or to a proxy before it, that lets in those alone who have one. */
export interface ClientCertificate {
  /** The file with the certificate. */
  readonly certificate: string;
  /** The file with its key. */
  readonly key: string;
}

/**
 * The certificate that git shows for a URL: `GIT_SSL_CERT` and `GIT_SSL_KEY`, else the `http.<url>.sslCert` and `http.<url>.sslKey` that git matches best, else
 * those for all. A key that is not named lies in the file of the certificate. Undefined where there is none.
 */
export const findClientCertificate = async (
  runGit: RunGit,
  url: string,
  { environment, folder }: Place,
): Promise<ClientCertificate | undefined> => {
  const config = createGitConfig(runGit);
  const find = async (variable: string, key: string): Promise<string | undefined> => {
    const named = environment[variable] ?? (await config.getPathFor(key, url)) ?? '';
    return named === '' ? undefined : wholePathFrom(folder, named);
  };
  const certificate = await find('GIT_SSL_CERT', 'http.sslcert');
  if (certificate === undefined) return undefined;
  return { certificate, key: (await find('GIT_SSL_KEY', 'http.sslkey')) ?? certificate };
};
