import type { Application } from '@svc/core';
import { setTimeout as sleep } from 'node:timers/promises';
import { attempt, type JobName, type OnJobFault } from './attempt.js';
import { jittered } from './jittered.js';

/** Verifies the objects that were not verified while their client waited, several at a time. */
export interface Verifier {
  /** There may be something to verify now. */
  wake(): void;
  /**
   * No verification begins any more; resolves when those under way have ended, and after `graceMs` at the latest: one that is cut off begins
   * anew at the next start, and nothing is lost with it.
   */
  stop(graceMs: number): Promise<void>;
}

type VerifyNext = Application['tree']['verifyNext'];

/** So many failures in a row are not the fault of single objects; the next look tries again. */
const MAX_FAILURES = 20;
/** Each has a manifest and a piece of a chunk map in memory; what else verifications take, the application hands out. */
const MAX_AT_ONCE = 32;

interface Worker {
  /** Whether it looks for an object, so that what is new may have escaped it; false when it verifies one. */
  readonly isLooking: boolean;
  readonly isRunning: boolean;
  readonly running: Promise<void>;
  wake(): void;
}

interface WorkerOptions {
  readonly job: JobName;
  readonly verifyNext: VerifyNext;
  readonly isStopped: () => boolean;
  /** There may be another object, for another worker. */
  readonly onClaimed: () => void;
  readonly onFault: OnJobFault;
}

/** Verifies one object after the other, and begins when it is woken. */
const createWorker = ({ job, verifyNext, isStopped, onClaimed, onFault }: WorkerOptions): Worker => {
  let isRunning = false;
  let isLooking = false;
  /** Counts how often somebody has asked: more than at the begin of a look means that it may have missed something. */
  let asked = 0;
  let running = Promise.resolve();

  const verify = async (): Promise<'verified' | 'failed' | 'nothing'> => {
    isLooking = true;
    const claimed = (): void => {
      isLooking = false;
      onClaimed();
    };
    const attempted = await attempt(job, () => verifyNext(claimed), onFault);
    isLooking = false;
    if (attempted.kind === 'done') return attempted.outcome ? 'verified' : 'nothing';
    return attempted.kind === 'unavailable' && attempted.part === 'database' ? 'nothing' : 'failed';
  };
  const look = async (): Promise<void> => {
    let failures = 0;
    while (!isStopped() && failures < MAX_FAILURES) {
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
    } while (asked !== seen && !isStopped());
    isRunning = false;
  };
  return {
    get isLooking() {
      return isLooking;
    },
    get isRunning() {
      return isRunning;
    },
    get running() {
      return running;
    },
    wake: () => {
      asked += 1;
      if (isRunning || isStopped()) return;
      isRunning = true;
      running = run();
    },
  };
};

/**
 * Looks for work at once, whenever it is woken, and after every interval, give or take a fifth; then goes on until there is none, beside what is being
 * verified already. An object whose verification fails is put back, and others have their turn.
 */
export const startVerifier = (
  verifyNext: VerifyNext,
  { job, intervalMs, onFault }: { readonly job: JobName; readonly intervalMs: number; readonly onFault: OnJobFault },
): Verifier => {
  let stopped = false;
  const workers: Worker[] = [];

  const hire = (): Worker | undefined => {
    if (workers.length >= MAX_AT_ONCE) return undefined;
    const worker = createWorker({ job, verifyNext, isStopped: () => stopped, onClaimed: () => wake(), onFault });
    workers.push(worker);
    return worker;
  };
  /** One that looks is told that there is more; else one that is idle begins to look. */
  const wake = (): void => {
    const worker = workers.find(({ isLooking }) => isLooking) ?? workers.find(({ isRunning }) => !isRunning) ?? hire();
    if (worker !== undefined) worker.wake();
    else for (const busy of workers) busy.wake();
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
      const ended = Promise.all(workers.map(({ running }) => running));
      await Promise.race([ended, sleep(graceMs, undefined, { ref: false })]);
    },
  };
};
