import { readFile } from 'node:fs/promises';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import { AgentProblem } from './agent-problem.js';
import { readNamedFile } from './read-named-file.js';
import type { Environment } from './settings/environment.js';

const certificate = /-----BEGIN (?:TRUSTED )?CERTIFICATE-----/;

const readAuthorities = async (path: string): Promise<string> => {
  const text = await readNamedFile('http.sslCAInfo', path);
  if (!certificate.test(text)) throw new AgentProblem(`http.sslCAInfo: ${path} has no certificate`, 'setting');
  return text;
};

/** What `NODE_EXTRA_CA_CERTS` adds to those of Node: where authorities are named, Node trusts these alone. A file that Node could not read it has said itself. */
const readExtra = async (path: string | undefined): Promise<readonly string[]> =>
  path === undefined || path === ''
    ? []
    : readFile(path, 'latin1').then(
        (text) => [text],
        () => [],
      );

/** The authorities of a file beside those that Node trusts. Throws an `AgentProblem` where the file is of no use. */
export const readTrusted = async (path: string, environment: Environment): Promise<readonly string[]> => [
  ...rootCertificates,
  ...(await readExtra(environment['NODE_EXTRA_CA_CERTS'])),
  await readAuthorities(path),
];

/** Trusts them. */
export const trustAuthorities = async (path: string, environment: Environment): Promise<SecureContext> =>
  createSecureContext({ ca: [...(await readTrusted(path, environment))] });
