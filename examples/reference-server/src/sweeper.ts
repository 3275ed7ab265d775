import type { Application } from '@svc/core';
import type { Logger } from 'pino';

/** A periodic run of `maintenance.sweep`; the next one is planned when the last has ended, so two never overlap. */
export interface Sweeper {
  /** No run begins any more; resolves when the one under way, if any, has ended. */
  stop(): Promise<void>;
}

/** The first run begins after one interval. A run that fails is logged, and the next one tries again. */
export const startSweeper = (
  sweep: Application['maintenance']['sweep'],
  options: { readonly intervalMs: number; readonly log: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'> },
): Sweeper => {
  const { intervalMs, log } = options;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();

  const run = async (): Promise<void> => {
    try {
      const swept = await sweep();
      if (swept.isErr()) log.warn({ part: swept.error.part }, 'sweep put off');
      else if (Object.values(swept.value).some((count) => count > 0)) log.info(swept.value, 'swept');
    } catch (fault) {
      // A bug in here must not end the server: clean-up can wait, uploads cannot.
      log.error({ err: fault }, 'sweep failed');
    }
    if (!stopped) plan();
  };
  const plan = (): void => {
    timer = setTimeout(() => {
      running = run();
    }, intervalMs).unref();
  };
  plan();

  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
};
