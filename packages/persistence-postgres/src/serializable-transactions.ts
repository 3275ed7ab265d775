import { setTimeout } from 'node:timers/promises';
import type { DirectQueries, RunTransaction, Schema } from '@svc/persistence-sql';
import type { Kysely } from 'kysely';
import type { ContendedLanes } from './contended-lanes.js';
import { commonLane, laneOf, mayRunAgain } from './contention.js';
import { RowHeld } from './faults.js';
import type { EnterQueue } from './queues.js';

export interface TransactionLanes {
  readonly queries: DirectQueries;
  /** Where a transaction is tried first, beside all others. */
  readonly first: Kysely<Schema>;
  /** Where it is run again: one at a time in each of the lanes, on all servers. */
  readonly withLanes: (lanes: readonly number[]) => Kysely<Schema>;
  readonly contended: Pick<ContendedLanes, 'note'>;
  /** Lanes of rows that somebody holds for long. */
  readonly held: Pick<ContendedLanes, 'note' | 'forget'>;
  readonly enterQueue: EnterQueue;
  /** No transaction is begun again after so long. */
  readonly contentionTimeoutMs: number;
}

const maxPauseMs = 100;

/**
 * Transactions that behave as if one ran after the other (SERIALIZABLE). One that others got in the way of was rolled back and is run again in a lane,
 * where those who want the same come one after the other: of many that want one row each gets it in its turn, and none has to try its luck against
 * all. Who fails there too has the lane that all share besides.
 */
export const serializableTransactions = ({
  queries,
  first,
  withLanes,
  contended,
  held,
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

    // In this process a turn is waited for without a connection.
    const inTurn = async <O>(lanes: readonly number[], failure: unknown, act: () => Promise<O>): Promise<O> => {
      const [next, ...others] = lanes;
      if (next === undefined) return act();
      const leftMs = until - performance.now();
      const endTurn = leftMs > 0 ? await enterQueue(next, leftMs) : undefined;
      if (endTurn === undefined) throw failure;
      try {
        return await inTurn(others, failure, act);
      } finally {
        endTurn();
      }
    };

    const again = async (number: number, failure: unknown): Promise<T> => {
      const own = laneOf(failure);
      contended.note(own);
      if (failure instanceof RowHeld) held.note(own);
      const lanes = number === 2 || own === commonLane ? [own] : [own, commonLane];
      const outcome = await inTurn(lanes, failure, () => attempt(withLanes(lanes)));
      held.forget(own);
      return outcome;
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
