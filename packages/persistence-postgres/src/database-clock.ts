import { setImmediate } from 'node:timers/promises';
import type { Instant } from '@svc/core/model';
import type { Clock } from '@svc/core/ports';

export interface DatabaseClockOptions {
  /** Asks the database for its time, in milliseconds since 1970. */
  readonly ask: () => Promise<number>;
  /** The same at the start, where a database that is busy may take its time: there is nothing known to go on with yet. */
  readonly askPatiently?: () => Promise<number>;
  /** Milliseconds that never jump, of any beginning. */
  readonly elapsed?: () => number;
  /** How often the database is asked again. */
  readonly refreshMs?: number;
}

export interface DatabaseClock extends Required<Omit<Clock, 'idle'>> {
  /** Asks the database again now. */
  refresh(): Promise<void>;
  stop(): void;
}

const defaultRefreshMs = 30_000;

/** Of several answers the quickest tells the time best. */
const questions = 3;

/**
 * The time of the database, so that servers whose own clocks differ judge alike what has expired: the process's monotonic clock, which is free to
 * read, plus how far the database is ahead of it. It is off by at most half of the time that the quickest answer took. While the database does not
 * answer, the clock goes on with what is known.
 */
export const createDatabaseClock = async (options: DatabaseClockOptions): Promise<DatabaseClock> => {
  const { ask, askPatiently = ask, elapsed = () => performance.now(), refreshMs = defaultRefreshMs } = options;
  let offset = 0;

  const refreshBy = async (asking: () => Promise<number>): Promise<void> => {
    let quickest = Number.POSITIVE_INFINITY;
    for (let question = 0; question < questions; question += 1) {
      const asked = elapsed();
      const told = await asking();
      const took = elapsed() - asked;
      if (took >= quickest) continue;
      quickest = took;
      offset = told - (asked + took / 2);
    }
  };

  const refresh = (): Promise<void> => refreshBy(ask);
  await refreshBy(askPatiently);
  const timer = setInterval(() => void refresh().catch(() => undefined), refreshMs);
  timer.unref();
  return {
    now: (): Instant => Math.round(offset + elapsed()),
    // How long something takes is the same on every clock.
    after: (milliseconds, act) => {
      const alarm = setTimeout(act, milliseconds);
      return () => clearTimeout(alarm);
    },
    pause: () => setImmediate(),
    refresh,
    stop: () => clearInterval(timer),
  };
};
