import type pg from 'pg';
import { isPooled, pidOf } from './pid-of.js';
import type { Pools } from './pools.js';

/** A pooler lies in between that lends its connections for less than a session. */
export class UnsupportedPoolerError extends Error {
  constructor() {
    super(
      'the pooler before the server gives a connection to others after each transaction: let it pool sessions (PgBouncer: pool_mode = session), or connect to the server itself',
    );
    this.name = 'UnsupportedPoolerError';
  }
}

const askPid = async (client: pg.PoolClient): Promise<number | undefined> => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
};

/**
 * Throws `UnsupportedPoolerError` where what one connection leaves behind may be another one's. Of two connections each has a process of the server to itself,
 * unless the second, when it begins a transaction, is given the one that the first had, or keeps the first from getting it back.
 */
export const demandOwnSessions = async ({ open, control }: Pick<Pools, 'open' | 'control'>): Promise<void> => {
  const first = await open.connect();
  try {
    if (!isPooled(first)) return;
    const second = await control.connect();
    try {
      await second.query('begin');
      const held = await askPid(second);
      const isKept = held !== pidOf(first) && (await askPid(first)) === pidOf(first);
      await second.query('rollback');
      if (!isKept) throw new UnsupportedPoolerError();
    } finally {
      second.release(true);
    }
  } finally {
    first.release();
  }
};
