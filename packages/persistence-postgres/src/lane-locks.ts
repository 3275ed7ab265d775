import type { BeginningParts } from './pooled-connection.js';

/** The bytes of "svc", plus 1: the first half of the names of these locks. */
const laneLocks = 7_566_948;

/**
 * What begins a transaction that has the lanes to itself, on all servers; who comes first gets them first. The locks are waited for before the transaction
 * sees the world, so that it sees what the one before it has done, and passed on to the transaction, so that they end with it. All of it is one message: a
 * host that dies while it waits has a backend that goes on to the transaction and is ended as one that does nothing.
 */
export const lockingLanes = (lanes: readonly number[]): BeginningParts => {
  const ask = (call: string): string[] => lanes.map((lane) => `select ${call}(${laneLocks}, ${lane})`);
  return {
    before: ['begin', ...ask('pg_advisory_lock'), 'commit'],
    after: [...ask('pg_advisory_xact_lock'), ...ask('pg_advisory_unlock')],
  };
};
