import type { Agent } from 'node:http';
import type { RunGit } from './git/run-git.js';
import type { HttpsAgents } from './https-agents.js';
import type { Place } from './surroundings.js';

/** Connections that nobody uses are kept so long. */
const idleMs = 10 * 60_000;

/** Those that are kept hold no process. */
const kept = { keepAlive: true, maxFreeSockets: 8, timeout: idleMs } as const;

/** The connections of a command: those that are kept serve all that it asks. */
export interface Connections {
  /** Gives those to a URL's host, also of one whose certificate is of other authorities than those that Node trusts. */
  readonly agentFor: (url: string) => Promise<Agent>;
  /** Breaks them off. */
  readonly close: () => void;
}

/** What no command has asked for is not loaded: TLS takes a good part of the time in which `--help` answers. */
export const openConnections = (place: Place & { readonly runGit: RunGit }): Connections => {
  let http: Agent | undefined;
  let https: HttpsAgents | undefined;
  return {
    agentFor: async (url) => {
      if (url.startsWith('https:')) {
        const { createHttpsAgents } = await import('./https-agents.js');
        https ??= createHttpsAgents(kept, place);
        return https.find(url);
      }
      const { Agent: HttpAgent } = await import('node:http');
      http ??= new HttpAgent(kept);
      return http;
    },
    close: () => {
      http?.destroy();
      https?.close();
    },
  };
};
