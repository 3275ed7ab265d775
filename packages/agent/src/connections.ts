import type { Agent } from 'node:http';
import type { RunGit } from './git/run-git.js';
import type { HostAgents } from './host-agents.js';
import type { Place } from './surroundings.js';

/** Connections that nobody uses are kept so long. */
const idleMs = 10 * 60_000;

/** Those that are kept hold no process. */
const kept = { keepAlive: true, maxFreeSockets: 8, timeout: idleMs } as const;

/** The connections of a command: those that are kept serve all that it asks. */
export interface Connections {
  /** Gives those to a URL's host, also of one whose certificate is of other authorities than those that Node trusts, or that a proxy leads to. */
  readonly agentFor: (url: string) => Promise<Agent>;
  /** Breaks them off. */
  readonly close: () => void;
}

/** What no command has asked for is not loaded: TLS takes a good part of the time in which `--help` answers. */
export const openConnections = (place: Place & { readonly runGit: RunGit }): Connections => {
  let http: HostAgents | undefined;
  let https: HostAgents | undefined;
  return {
    agentFor: async (url) => {
      if (url.startsWith('https:')) {
        const { createHttpsAgents } = await import('./https-agents.js');
        https ??= createHttpsAgents(kept, place);
        return https.find(url);
      }
      const { createHttpAgents } = await import('./http-agents.js');
      http ??= createHttpAgents(kept, place);
      return http.find(url);
    },
    close: () => {
      http?.close();
      https?.close();
    },
  };
};
