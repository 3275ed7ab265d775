import type { Unavailable } from '@svc/core/model';
import type { ResultAsync } from 'neverthrow';
import { attempt, type JobName, type OnJobFault } from './attempt.js';
import { jittered } from './jittered.js';

/** Something that is done again and again. */
export interface PeriodicJob {
  /** No run begins any more; resolves when the one under way, if any, has ended. */
  stop(): Promise<void>;
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

  const run = async (): Promise<void> => {
    await attempt(job, () => call().map(onDone), onFault);
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
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
};
