import { Agent, type AgentOptions } from 'node:http';
import { findProxy } from './git/find-proxy.js';
import type { RunGit } from './git/run-git.js';
import { createHostAgents, type HostAgents } from './host-agents.js';
import type { Place } from './surroundings.js';

/** Rejects with an `AgentProblem` where a proxy is of no use. */
export const createHttpAgents = (connections: AgentOptions, place: Place & { readonly runGit: RunGit }): HostAgents => {
  const ordinary = new Agent(connections);
  return createHostAgents(async (url) => {
    const proxy = await findProxy(place.runGit, url, place.environment);
    if (proxy === undefined) return ordinary;
    const [{ HttpProxyAgent }, { openProxy }] = await Promise.all([import('http-proxy-agent'), import('./open-proxy.js')]);
    return new HttpProxyAgent(proxy, await openProxy(proxy, connections, place));
  });
};
