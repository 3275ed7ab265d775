import { Agent as HttpAgent } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import { findAuthorities } from './git/find-authorities.js';
import type { RunGit } from './git/run-git.js';
import { createHttpsAgents } from './https-agents.js';
import type { Place } from './surroundings.js';

/** Connections that nobody uses are kept so long. */
const idleMs = 10 * 60_000;

/** Those that are kept hold no process. */
const kept = { keepAlive: true, maxFreeSockets: 8, timeout: idleMs } as const;

/** The connections of a command: those that are kept serve all that it asks. */
export interface Connections {
  readonly http: HttpAgent;
  /** Also to hosts whose certificates are of other authorities than those that Node trusts. */
  readonly https: (url: string) => Promise<HttpsAgent>;
  /** Breaks them off. */
  readonly close: () => void;
}

export const openConnections = ({ runGit, ...place }: Place & { readonly runGit: RunGit }): Connections => {
  const http = new HttpAgent(kept);
  const { find, close } = createHttpsAgents({
    connections: kept,
    environment: place.environment,
    authoritiesFor: (url) => findAuthorities(runGit, url, place),
  });
  return {
    http,
    https: find,
    close: () => {
      http.destroy();
      close();
    },
  };
};
