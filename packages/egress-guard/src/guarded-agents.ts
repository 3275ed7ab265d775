import * as http from 'node:http';
import * as https from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Connected, type Guard, guardedConnection } from './guarded-connection.js';
import { guardedLookup } from './guarded-lookup.js';
import { createNameLookup } from './name-lookup.js';
import { parseNetworks } from './networks.js';

export interface GuardedAgentsOptions {
  /** Networks that may be reached although they are not public, such as `10.0.0.0/8`. */
  readonly allow: readonly string[];
  /** False accepts any certificate; true when absent. */
  readonly rejectUnauthorized?: boolean | undefined;
  /**
   * False gives each request a connection of its own, without a bound on their number: for hosts that may close one as soon as they have answered. True when
   * absent.
   */
  readonly keepsConnections?: boolean | undefined;
  /** Kept connections at a time to one host; 50 when absent. */
  readonly maxSockets?: number | undefined;
  /** How long a kept connection that nobody uses stays open, in milliseconds; 15 s when absent. */
  readonly idleMs?: number | undefined;
  /**
   * How names are looked up. When absent: in the hosts file, then at the name servers, as `/etc/resolv.conf` has it; other sources that a system may have, such as
   * mDNS, are not asked. Whatever it answers is judged.
   */
  readonly lookup?: LookupFunction | undefined;
}

export interface GuardedAgents {
  readonly http: http.Agent;
  readonly https: https.Agent;
}

const defaultMaxSockets = 50;
const defaultIdleMs = 15_000;

/**
 * Agents for `node:http` and `node:https` that connect to public addresses only; every other attempt fails with `EgressForbidden` before a packet leaves. A pair keeps
 * its connections open to use them again, unless it is told not to: make one pair for each of those who must not share them. An agent follows no redirects.
 * Throws when a network in `allow` is none.
 */
export const createGuardedAgents = ({
  allow: cidrs,
  rejectUnauthorized = true,
  keepsConnections = true,
  maxSockets = defaultMaxSockets,
  idleMs = defaultIdleMs,
  lookup = createNameLookup(),
}: GuardedAgentsOptions): GuardedAgents => {
  const allow = parseNetworks(cidrs);
  const guard: Guard = { allow, lookup: guardedLookup(lookup, allow) };
  // Under a bound Node hands the connection of one request to the next that waits, also where none is kept.
  const pool = keepsConnections ? { keepAlive: true, maxSockets, timeout: idleMs } : { keepAlive: false, maxSockets: Infinity };
  return { http: new GuardedHttpAgent(pool, guard), https: new GuardedHttpsAgent({ ...pool, rejectUnauthorized }, guard) };
};

class GuardedHttpAgent extends http.Agent {
  readonly #guard: Guard;

  constructor(options: http.AgentOptions, guard: Guard) {
    super(options);
    this.#guard = guard;
  }

  override createConnection(options: http.ClientRequestArgs, connected?: Connected): Duplex | null | undefined {
    return guardedConnection(this.#guard, options, connected, (guarded) => super.createConnection(guarded, connected));
  }
}

class GuardedHttpsAgent extends https.Agent {
  readonly #guard: Guard;

  constructor(options: https.AgentOptions, guard: Guard) {
    super(options);
    this.#guard = guard;
  }

  override createConnection(options: https.RequestOptions, connected?: Connected): Duplex | null | undefined {
    return guardedConnection(this.#guard, options, connected, (guarded) => super.createConnection(guarded, connected));
  }
}
