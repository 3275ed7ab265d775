import type { Place } from '../surroundings.js';
import { findNamedFile } from './find-named-file.js';
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
  place: Place,
): Promise<ClientCertificate | undefined> => {
  const certificate = await findNamedFile(runGit, url, place, { variable: 'GIT_SSL_CERT', key: 'http.sslcert' });
  if (certificate === undefined) return undefined;
  const key = await findNamedFile(runGit, url, place, { variable: 'GIT_SSL_KEY', key: 'http.sslkey' });
  return { certificate, key: key ?? certificate };
};
