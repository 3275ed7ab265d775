import type { Unavailable } from '@svc/core/model';
import type { ResultAsync } from 'neverthrow';
import { attempt, type JobName, type OnJobFault } from './attempt.js';
import { jittered } from './jittered.js';

/** Work that is looked for again and again. */
export interface Loop {
  /** There may be something to do now. */
  wake(): void;
  /** No step begins any more; resolves when the one under way, if any, has ended. */
  stop(): Promise<void>;
}

export interface LoopOptions {
  readonly job: JobName;
  /** How long to wait when there was nothing to do, give or take a fifth. */
  readonly intervalMs: number;
  readonly onFault: OnJobFault;
}

/** After a fault the next look waits longer, so that a database that is away for an hour does not fill the log. */
const FAULT_DELAY_MS = 5000;

/** Takes one step after the other while `step` says that there was something to do; looks at once, whenever it is woken, and after every interval. */
export const startLoop = (step: () => ResultAsync<boolean, Unavailable>, { job, intervalMs, onFault }: LoopOptions): Loop => {
  let stopped = false;
  /** How often somebody has asked: more than when a step began means that it may have missed something. */
  let asked = 0;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  /** Then nobody wakes it. */
  let isFaulty = false;

  const run = async (): Promise<void> => {
    let outcome: 'worked' | 'idle' | 'failed';
    let seen: number;
    do {
      seen = asked;
      const attempted = await attempt(job, step, onFault);
      outcome = attempted.kind === 'done' ? (attempted.outcome ? 'worked' : 'idle') : 'failed';
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
