import type { Agent } from 'node:http';
import { type AgentOptions, Agent as HttpsAgent } from 'node:https';
import { createSecureContext, type SecureContext } from 'node:tls';
import { findAuthorities } from './git/find-authorities.js';
import { type ClientCertificate, findClientCertificate } from './git/find-client-certificate.js';
import { findProxy } from './git/find-proxy.js';
import type { RunGit } from './git/run-git.js';
import { createHostAgents, type HostAgents } from './host-agents.js';
import { openProxy } from './open-proxy.js';
import type { Environment } from './settings/environment.js';
import type { Place } from './surroundings.js';
import { readClientCertificate } from './read-client-certificate.js';
import { readTrusted } from './trusted-authorities.js';

/** How a host is reached. */
interface Route {
  /** The file with the certificates that are trusted beside those that Node trusts. */
  readonly authorities: string | undefined;
  /** What the host is shown. */
  readonly shown: ClientCertificate | undefined;
  readonly proxy: string | undefined;
}

type GitPlace = Place & { readonly runGit: RunGit };

const createAgent = async (connections: AgentOptions, route: Route, place: GitPlace): Promise<Agent> => {
  const { proxy } = route;
  // An agent that is given the authorities themselves would compare them for each request.
  const secureContext = await secureContextOf(route, place.environment);
  if (proxy === undefined) return new HttpsAgent({ ...connections, ...(secureContext && { secureContext }) });
  const { createTunnelAgent } = await import('./tunnel-agent.js');
  return createTunnelAgent(proxy, await openProxy(proxy, connections, place), secureContext);
};

const secureContextOf = async ({ authorities, shown }: Route, environment: Environment): Promise<SecureContext | undefined> => {
  if (authorities === undefined && shown === undefined) return undefined;
  return createSecureContext({
    ...(authorities !== undefined && { ca: [...(await readTrusted(authorities, environment))] }),
    ...(shown !== undefined && (await readClientCertificate(shown))),
  });
};

/** Each file is read once. Rejects with an `AgentProblem` where a file or a proxy is of no use. */
export const createHttpsAgents = (connections: AgentOptions, place: GitPlace): HostAgents => {
  const byRoute = new Map<string, Promise<Agent>>();
  return createHostAgents(async (url) => {
    const { runGit, environment } = place;
    const [authorities, shown, proxy] = await Promise.all([
      findAuthorities(runGit, url, place),
      findClientCertificate(runGit, url, place),
      findProxy(runGit, url, environment),
    ]);
    const route: Route = { authorities, shown, proxy };
    const name = JSON.stringify(route);
    const agent = byRoute.get(name) ?? createAgent(connections, route, place);
    byRoute.set(name, agent);
    return agent;
  });
};
