import { createSecureContext } from 'node:tls';
import { AgentProblem } from './agent-problem.js';
import type { ClientCertificate } from './git/find-client-certificate.js';
import { readNamedFile } from './read-named-file.js';

/** As `createSecureContext` takes it. Throws an `AgentProblem` where the files are of no use. */
export const readClientCertificate = async (
  named: ClientCertificate,
): Promise<{ readonly cert: string; readonly key: string }> => {
  const cert = await readNamedFile('http.sslCert', named.certificate);
  const key = await readNamedFile('http.sslKey', named.key);
  if (/ENCRYPTED/.test(key)) {
    throw new AgentProblem(`http.sslKey: ${named.key} is protected by a password, for which svc does not ask`, 'setting');
  }
  try {
    createSecureContext({ cert, key });
  } catch {
    throw new AgentProblem(
      `http.sslCert: ${named.certificate} is no certificate to which the key in ${named.key} belongs`,
      'setting',
    );
  }
  return { cert, key };
};
