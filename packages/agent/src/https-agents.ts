import type { Agent } from 'node:http';
import { type AgentOptions, Agent as HttpsAgent } from 'node:https';
import { findAuthorities } from './git/find-authorities.js';
import { findProxy } from './git/find-proxy.js';
import type { RunGit } from './git/run-git.js';
import { createHostAgents, type HostAgents } from './host-agents.js';
import { openProxy } from './open-proxy.js';
import type { Environment } from './settings/environment.js';
import type { Place } from './surroundings.js';
import { trustAuthorities } from './trusted-authorities.js';

/** How a host is reached. */
interface Route {
  /** The file with the certificates that are trusted beside those that Node trusts. */
  readonly authorities: string | undefined;
  readonly proxy: string | undefined;
}

type GitPlace = Place & { readonly runGit: RunGit };

const createAgent = async (connections: AgentOptions, { authorities, proxy }: Route, place: GitPlace): Promise<Agent> => {
  // An agent that is given the authorities themselves would compare them for each request.
  const secureContext = await trustedBy(authorities, place.environment);
  if (proxy === undefined) return new HttpsAgent({ ...connections, ...(secureContext && { secureContext }) });
  const { createTunnelAgent } = await import('./tunnel-agent.js');
  return createTunnelAgent(proxy, await openProxy(proxy, connections, place), secureContext);
};

const trustedBy = async (authorities: string | undefined, environment: Environment) =>
  authorities === undefined ? undefined : trustAuthorities(authorities, environment);

/** Each file is read once. Rejects with an `AgentProblem` where a file or a proxy is of no use. */
export const createHttpsAgents = (connections: AgentOptions, place: GitPlace): HostAgents => {
  const byRoute = new Map<string, Promise<Agent>>();
  return createHostAgents(async (url) => {
    const { runGit, environment } = place;
    const [authorities, proxy] = await Promise.all([findAuthorities(runGit, url, place), findProxy(runGit, url, environment)]);
    const name = JSON.stringify([authorities, proxy]);
    const agent = byRoute.get(name) ?? createAgent(connections, { authorities, proxy }, place);
    byRoute.set(name, agent);
    return agent;
  });
};
