import type { Application, FinalizedTree } from '@svc/core';
import type { ResultAsync } from 'neverthrow';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { jittered } from './periodic-job.js';

/** Verifies, one after the other, the objects that were too large to be verified while their client waited. */
export interface Verifier {
  /** There may be something to verify now. */
  wake(): void;
  /**
   * No verification begins any more; resolves when the one under way, if any, has ended, and after `graceMs` at the latest: a verification that is cut off begins anew
   * at the next start, and nothing is lost with it.
   */
  stop(graceMs: number): Promise<void>;
}

type VerifyNext = Application['tree']['verifyNext'];

/** So many failures in a row are not the fault of single objects; the next look tries again. */
const MAX_FAILURES = 20;

/**
 * Looks for work at once, whenever it is woken, and after every interval, give or take a fifth; then goes on until there is none. A verification that fails
 * is logged; it is put back, and others are verified first.
 */
export const startVerifier = (
  verifyNext: VerifyNext,
  options: { readonly intervalMs: number; readonly log: Pick<Logger, 'info' | 'warn' | 'error'> },
): Verifier => {
  const { intervalMs, log } = options;
  let stopped = false;
  let isRunning = false;
  /** Counts how often somebody has asked: more than at the begin of a look means that it may have missed something. */
  let asked = 0;
  let running = Promise.resolve();

  const verify = async (): Promise<'verified' | 'failed' | 'nothing'> => {
    try {
      const outcome = await verifyNext();
      if (outcome.isOk()) return outcome.value ? 'verified' : 'nothing';
      log.warn({ part: outcome.error.part }, 'verification put off');
      return outcome.error.part === 'database' ? 'nothing' : 'failed';
    } catch (fault) {
      // A bug in here must not end the server: the object stays invisible, everything else goes on.
      log.error({ err: fault }, 'verification failed');
      return 'failed';
    }
  };
  const look = async (): Promise<void> => {
    let failures = 0;
    while (!stopped && failures < MAX_FAILURES) {
      const outcome = await verify();
      if (outcome === 'nothing') return;
      failures = outcome === 'failed' ? failures + 1 : 0;
    }
  };
  const run = async (): Promise<void> => {
    let seen: number;
    do {
      seen = asked;
      await look();
    } while (asked !== seen && !stopped);
    isRunning = false;
  };
  const wake = (): void => {
    asked += 1;
    if (isRunning || stopped) return;
    isRunning = true;
    running = run();
  };
  let timer: NodeJS.Timeout | undefined;
  const plan = (): void => {
    timer = setTimeout(() => {
      plan();
      wake();
    }, jittered(intervalMs)).unref();
  };
  plan();
  wake();

  return {
    wake,
    stop: async (graceMs) => {
      stopped = true;
      clearTimeout(timer);
      await Promise.race([running, sleep(graceMs, undefined, { ref: false })]);
    },
  };
};

/** The same use case; it wakes the verifier when it has told a client that an object is not verified yet. */
export const wakingVerifier =
  <P extends readonly unknown[], E>(
    finalize: (...parameters: P) => ResultAsync<FinalizedTree, E>,
    verifier: Pick<Verifier, 'wake'>,
  ): ((...parameters: P) => ResultAsync<FinalizedTree, E>) =>
  (...parameters) =>
    finalize(...parameters).andTee(({ pending }) => {
      if (pending.length > 0) verifier.wake();
    });
