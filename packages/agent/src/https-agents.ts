import { readFile } from 'node:fs/promises';
import type { Agent } from 'node:http';
import { type AgentOptions, Agent as HttpsAgent } from 'node:https';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import { AgentProblem } from './agent-problem.js';
import { codeOf } from './error-code.js';
import { findAuthorities } from './git/find-authorities.js';
import { findProxy } from './git/find-proxy.js';
import type { RunGit } from './git/run-git.js';
import type { Environment } from './settings/environment.js';
import { createHostAgents, type HostAgents } from './host-agents.js';
import type { Place } from './surroundings.js';

/** How a host is reached. */
interface Route {
  /** The file with the certificates that are trusted beside those that Node trusts. */
  readonly authorities: string | undefined;
  readonly proxy: string | undefined;
}

const certificate = /-----BEGIN (?:TRUSTED )?CERTIFICATE-----/;

const readAuthorities = async (path: string): Promise<string> => {
  const text = await readFile(path, 'latin1').catch((fault: unknown) => {
    throw new AgentProblem(`http.sslCAInfo: ${path} cannot be read (${codeOf(fault)})`, 'setting');
  });
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

const readTrusted = async (path: string, environment: Environment): Promise<SecureContext> => {
  const ca = [...rootCertificates, ...(await readExtra(environment['NODE_EXTRA_CA_CERTS'])), await readAuthorities(path)];
  return createSecureContext({ ca });
};

const createAgent = async (connections: AgentOptions, route: Route, environment: Environment): Promise<Agent> => {
  const { authorities, proxy } = route;
  // An agent that is given the authorities themselves would compare them for each request.
  const secureContext = authorities === undefined ? undefined : await readTrusted(authorities, environment);
  if (proxy === undefined) return new HttpsAgent({ ...connections, ...(secureContext && { secureContext }) });
  const { createTunnelAgent } = await import('./tunnel-agent.js');
  return createTunnelAgent(proxy, connections, secureContext);
};

/** Each file is read once. Rejects with an `AgentProblem` where a file or a proxy is of no use. */
export const createHttpsAgents = (
  connections: AgentOptions,
  { runGit, ...place }: Place & { readonly runGit: RunGit },
): HostAgents => {
  const byRoute = new Map<string, Promise<Agent>>();
  return createHostAgents(async (url) => {
    const [authorities, proxy] = await Promise.all([
      findAuthorities(runGit, url, place),
      findProxy(runGit, url, place.environment),
    ]);
    const name = JSON.stringify([authorities, proxy]);
    const agent = byRoute.get(name) ?? createAgent(connections, { authorities, proxy }, place.environment);
    byRoute.set(name, agent);
    return agent;
  });
};
