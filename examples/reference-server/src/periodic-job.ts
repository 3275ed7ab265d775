import type { Unavailable } from '@svc/core/model';
import type { ResultAsync } from 'neverthrow';
import type { Logger } from 'pino';

/** Something that is done again and again. */
export interface PeriodicJob {
  /** No run begins any more; resolves when the one under way, if any, has ended. */
  stop(): Promise<void>;
}

export interface PeriodicJobOptions<T> {
  /** What the log calls it. */
  readonly name: string;
  /** On average; each wait differs from it by up to a fifth, so that processes that were started together do not stay together. */
  readonly intervalMs: number;
  /** Whether the first run begins at once; it begins after one interval when absent. */
  readonly beginsAtOnce?: boolean;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /** Hears what each run has answered. */
  readonly tell: (outcome: T) => void;
}

/** Between 0.8 and 1.2 times as long. */
export const jittered = (milliseconds: number): number => milliseconds * (0.8 + 0.4 * Math.random());

/** Each run but the first begins an interval after the last has ended, so two never overlap. A run that fails is logged, and the next one tries again. */
export const startPeriodicJob = <T>(run: () => ResultAsync<T, Unavailable>, options: PeriodicJobOptions<T>): PeriodicJob => {
  const { name, intervalMs, beginsAtOnce = false, log, tell } = options;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();

  const runOnce = async (): Promise<void> => {
    try {
      const outcome = await run();
      if (outcome.isErr()) log.warn({ part: outcome.error.part }, `${name} put off`);
      else tell(outcome.value);
    } catch (fault) {
      // A bug in here must not end the server: such work can wait, uploads cannot.
      log.error({ err: fault }, `${name} failed`);
    }
    if (!stopped) plan();
  };
  const plan = (): void => {
    timer = setTimeout(begin, jittered(intervalMs)).unref();
  };
  const begin = (): void => {
    running = runOnce();
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
