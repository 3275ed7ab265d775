import { setTimeout } from 'node:timers/promises';
import type { RunTransaction, Schema } from '@svc/persistence-sql';
import type { Kysely } from 'kysely';
import { isStalePlan, sqlStateOf } from './faults.js';

export interface TransactionLanes {
  /** Where a transaction is tried first, beside all others. */
  readonly open: Kysely<Schema>;
  /** Where it is run again, one at a time. */
  readonly single: Kysely<Schema>;
  /** No transaction is begun again after so long. */
  readonly contentionTimeoutMs: number;
}

/** Could not be serialized, and a deadlock. */
const contention = /^(?:40001|40P01)$/;

/** A unique value or a row that is referred to: another transaction may have got there first, which a second look tells. */
const perhapsContention = /^(?:23503|23505|23P01)$/;

/** After so many looks it is a bug. */
const maxLooks = 3;

const maxPauseMs = 100;

const mayRunAgain = (error: unknown, attempt: number): boolean => {
  const state = sqlStateOf(error) ?? '';
  return contention.test(state) || isStalePlan(error) || (perhapsContention.test(state) && attempt < maxLooks);
};

/**
 * Transactions that behave as if one ran after the other (SERIALIZABLE). One that others got in the way of was rolled back, and is run again, alone in
 * its lane: of many that want the same row one after the other gets it, and none has to try its luck against all others.
 */
export const serializableTransactions =
  ({ open, single, contentionTimeoutMs }: TransactionLanes): RunTransaction =>
  async (work) => {
    const until = performance.now() + contentionTimeoutMs;
    for (let attempt = 1; ; attempt += 1) {
      const lane = attempt === 1 ? open : single;
      try {
        return await lane.transaction().setIsolationLevel('serializable').execute(work);
      } catch (error) {
        if (!mayRunAgain(error, attempt) || performance.now() > until) throw error;
      }
      await setTimeout(Math.random() * Math.min(maxPauseMs, 2 ** attempt));
    }
  };
