import type { Agent } from 'node:http';

/** The connections to hosts by one protocol. */
export interface HostAgents {
  /** Gives those to a URL's host. */
  readonly find: (url: string) => Promise<Agent>;
  /** Breaks them off. */
  readonly close: () => void;
}

/** Chooses for each host once, by the first URL of it. */
export const createHostAgents = (choose: (url: string) => Promise<Agent>): HostAgents => {
  const opened = new Set<Agent>();
  const byHost = new Map<string, Promise<Agent>>();
  const open = async (url: string): Promise<Agent> => {
    const agent = await choose(url);
    opened.add(agent);
    return agent;
  };
  return {
    find: (url) => {
      const { origin, pathname } = new URL(url);
      // Signed URLs have secrets in their queries.
      const agent = byHost.get(origin) ?? open(origin + pathname);
      byHost.set(origin, agent);
      return agent;
    },
    close: () => {
      for (const agent of opened) agent.destroy();
    },
  };
};
