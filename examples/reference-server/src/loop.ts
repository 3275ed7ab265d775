import type { Unavailable } from '@svc/core/model';
import type { ResultAsync } from 'neverthrow';
import type { Logger } from 'pino';
import { jittered } from './periodic-job.js';

/** Work that is looked for again and again. */
export interface Loop {
  /** There may be something to do now. */
  wake(): void;
  /** No step begins any more; resolves when the one under way, if any, has ended. */
  stop(): Promise<void>;
}

export interface LoopOptions {
  /** What the log calls it. */
  readonly name: string;
  /** How long to wait when there was nothing to do, give or take a fifth. */
  readonly intervalMs: number;
  readonly log: Pick<Logger, 'warn' | 'error'>;
}

/** After a fault the next look waits longer, so that a database that is away for an hour does not fill the log. */
const FAULT_DELAY_MS = 5000;

/** Takes one step after the other while `step` says that there was something to do; looks at once, whenever it is woken, and after every interval. */
export const startLoop = (step: () => ResultAsync<boolean, Unavailable>, { name, intervalMs, log }: LoopOptions): Loop => {
  let stopped = false;
  /** How often somebody has asked: more than when a step began means that it may have missed something. */
  let asked = 0;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  /** Then nobody wakes it. */
  let isFaulty = false;

  const take = async (): Promise<'worked' | 'idle' | 'failed'> => {
    try {
      const outcome = await step();
      if (outcome.isOk()) return outcome.value ? 'worked' : 'idle';
      log.warn({ part: outcome.error.part }, `${name} put off`);
    } catch (fault) {
      // A bug in here must not end the server: what was begun is begun again, everything else goes on.
      log.error({ err: fault }, `${name} failed`);
    }
    return 'failed';
  };
  const run = async (): Promise<void> => {
    let outcome: Awaited<ReturnType<typeof take>>;
    let seen: number;
    do {
      seen = asked;
      outcome = await take();
    } while (!stopped && (outcome === 'worked' || (outcome === 'idle' && asked !== seen)));
    running = undefined;
    isFaulty = outcome === 'failed';
    if (!stopped) timer = setTimeout(begin, jittered(isFaulty ? FAULT_DELAY_MS : intervalMs)).unref();
  };
  const begin = (): void => {
    if (stopped || running !== undefined) return;
    clearTimeout(timer);
    running = run();
  };
  begin();

  return {
    wake: () => {
      asked += 1;
      if (!isFaulty) begin();
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
};
