import { setTimeout } from 'node:timers/promises';
import type { DirectQueries, RunTransaction, Schema } from '@svc/persistence-sql';
import type { Kysely } from 'kysely';
import { commonLane, laneOf, mayRunAgain } from './contention.js';
import type { EnterQueue } from './queues.js';

export interface TransactionLanes {
  readonly queries: DirectQueries;
  /** Where a transaction is tried first, beside all others. */
  readonly first: Kysely<Schema>;
  /** Where it is run again: one at a time in each lane, on all servers. */
  readonly lane: (lane: number) => Kysely<Schema>;
  readonly enterQueue: EnterQueue;
  /** No transaction is begun again after so long. */
  readonly contentionTimeoutMs: number;
}

const maxPauseMs = 100;

/**
 * Transactions that behave as if one ran after the other (SERIALIZABLE). One that others got in the way of was rolled back and is run again in a lane,
 * where those who want the same come one after the other: of many that want one row each gets it in its turn, and none has to try its luck against
 * all. Who fails there too goes to the lane that all share.
 */
export const serializableTransactions = ({
  queries,
  first,
  lane,
  enterQueue,
  contentionTimeoutMs,
}: TransactionLanes): RunTransaction => {
  return async <T>(work: (transaction: Kysely<Schema>) => Promise<T>): Promise<T> => {
    const until = performance.now() + contentionTimeoutMs;
    const attempt = (db: Kysely<Schema>): Promise<T> =>
      db
        .transaction()
        .setIsolationLevel('serializable')
        .execute((begun) => begun.getExecutor().provideConnection((connection) => queries.during(connection, work)));

    const again = async (number: number, failure: unknown): Promise<T> => {
      const key = number === 2 ? laneOf(failure) : commonLane;
      const leftMs = until - performance.now();
      // In this process the turn is waited for without a connection.
      const endDeliveryLease = leftMs > 0 ? await enterQueue(key, leftMs) : undefined;
      if (endDeliveryLease === undefined) throw failure;
      try {
        return await attempt(lane(key));
      } finally {
        endDeliveryLease();
      }
    };

    let failure: unknown;
    for (let number = 1; ; number += 1) {
      try {
        return number === 1 ? await attempt(first) : await again(number, failure);
      } catch (error) {
        if (!mayRunAgain(error, number) || performance.now() > until) throw error;
        failure = error;
      }
      await setTimeout(Math.random() * Math.min(maxPauseMs, 2 ** number));
    }
  };
};
