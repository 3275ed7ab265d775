import type { Unavailable } from '@svc/core/model';
import type { ResultAsync } from 'neverthrow';
import { setTimeout as sleep } from 'node:timers/promises';
import { attempt, type JobName, type OnJobFault } from './attempt.js';
import { jittered } from './jittered.js';

/** Something that is done again and again. */
export interface PeriodicJob {
  /** There is something to do now: a run begins at once, or as soon as the one under way has ended. */
  wake(): void;
  /** No run begins any more; resolves when the one under way, if any, has ended, and after `graceMs` at the latest: the next process goes on with it. */
  stop(graceMs: number): Promise<void>;
}

export interface PeriodicJobOptions<T> {
  readonly job: JobName;
  /** On average; each wait differs from it by up to a fifth. */
  readonly intervalMs: number;
  /** Whether the first run begins at once; it begins after one interval when absent. */
  readonly beginsAtOnce?: boolean;
  readonly onFault: OnJobFault;
  /** Hears what each run has answered. */
  readonly onDone: (outcome: T) => void;
}

/** Each run but the first begins an interval after the last has ended, so two never overlap. The next run tries again what one has not done. */
export const startPeriodicJob = <T>(call: () => ResultAsync<T, Unavailable>, options: PeriodicJobOptions<T>): PeriodicJob => {
  const { job, intervalMs, beginsAtOnce = false, onFault, onDone } = options;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let isRunning = false;
  /** How often somebody has asked: more than at the begin of a run means that it may have missed something. */
  let asked = 0;

  const run = async (): Promise<void> => {
    isRunning = true;
    let seen: number;
    do {
      seen = asked;
      await attempt(job, () => call().map(onDone), onFault);
    } while (asked !== seen && !stopped);
    isRunning = false;
    if (!stopped) plan();
  };
  const plan = (): void => {
    timer = setTimeout(begin, jittered(intervalMs)).unref();
  };
  const begin = (): void => {
    running = run();
  };
  if (beginsAtOnce) begin();
  else plan();

  return {
    wake: () => {
      asked += 1;
      if (isRunning || stopped) return;
      clearTimeout(timer);
      begin();
    },
    stop: async (graceMs) => {
      stopped = true;
      clearTimeout(timer);
      await Promise.race([running, sleep(graceMs, undefined, { ref: false })]);
    },
  };
};
