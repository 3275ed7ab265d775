import type { Application } from '@svc/core';
import { setTimeout as sleep } from 'node:timers/promises';
import { attempt, type OnJobFault } from './attempt.js';
import { jittered } from './jittered.js';

/** Verifies, one after the other, the objects that were too large to be verified while their client waited. */
export interface Verifier {
  /** There may be something to verify now. */
  wake(): void;
  /**
   * No verification begins any more; resolves when the one under way, if any, has ended, and after `graceMs` at the latest: one that is cut off begins
   * anew at the next start, and nothing is lost with it.
   */
  stop(graceMs: number): Promise<void>;
}

type VerifyNext = Application['tree']['verifyNext'];

/** So many failures in a row are not the fault of single objects; the next look tries again. */
const MAX_FAILURES = 20;

/**
 * Looks for work at once, whenever it is woken, and after every interval, give or take a fifth; then goes on until there is none. An object whose
 * verification fails is put back, and others have their turn.
 */
export const startVerifier = (
  verifyNext: VerifyNext,
  { intervalMs, onFault }: { readonly intervalMs: number; readonly onFault: OnJobFault },
): Verifier => {
  let stopped = false;
  let isRunning = false;
  /** Counts how often somebody has asked: more than at the begin of a look means that it may have missed something. */
  let asked = 0;
  let running = Promise.resolve();

  const verify = async (): Promise<'verified' | 'failed' | 'nothing'> => {
    const attempted = await attempt('tree.verifyNext', verifyNext, onFault);
    if (attempted.kind === 'done') return attempted.outcome ? 'verified' : 'nothing';
    return attempted.kind === 'unavailable' && attempted.part === 'database' ? 'nothing' : 'failed';
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
