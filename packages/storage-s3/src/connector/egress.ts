import type { Agent as HttpAgent } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';

export interface EgressAgents {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
}

/** The way out to servers that customers name. A connection that must not be made fails with the code `EGRESS_FORBIDDEN`. */
export interface Egress {
  /** Whether the text of the URL alone lets it be connected to. */
  isAllowed(url: string): boolean;
  /** Agents that share their connections with no others. */
  openAgents(options: { readonly rejectUnauthorized: boolean }): EgressAgents;
}
