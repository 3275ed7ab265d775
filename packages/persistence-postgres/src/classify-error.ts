import { contended, outage, type Unavailable, unavailable } from '@svc/core/model';
import { CommitUnknown, ConnectionLost, isStalePlan, QueueTimeout, RowHeld, sqlStateOf, StandbyServer } from './faults.js';

/**
 * What may be over at the next try: the connection (class 08), a disk, memory or number of connections that is used up (class 53), a statement or transaction that took too long (57014, 25P03, 25P04), a
 * server that stops, starts (class 57P), follows another one or takes no writes (25006), a disk that does not answer (58030), a pooler that was told meanwhile
 * to lend its connections for less than a session, so that prepared statements are not there (26000) or somebody else's (42P05).
 */
const passing = /^(?:08|53|57P|57014$|25P03$|25P04$|25006$|58030$|26000$|42P05$)/;

const diskFull = '53100';

/** Too many transactions on the same rows, a deadlock, and somebody who holds a row. */
const inTheWay = new Set(['40001', '40P01', '55P03']);

const lost = [ConnectionLost, CommitUnknown, StandbyServer];

/** What an error means to the service; undefined for everything that only a bug, or a wrong setting, can cause. */
export const classifyError = (error: unknown): Unavailable | undefined => {
  const state = sqlStateOf(error) ?? '';
  if (state === diskFull) return outage('database', 'storage_full');
  if (inTheWay.has(state) || error instanceof QueueTimeout || error instanceof RowHeld) return contended;
  const isPassing = passing.test(state) || isStalePlan(error) || lost.some((type) => error instanceof type);
  return isPassing ? unavailable('database') : undefined;
};
