import { type Instant, MINUTE_MS } from '../model/values/index.js';
import type { Clock } from '../ports/clock.js';
import { within } from './within.js';

interface Flight<T> {
  readonly outcome: Promise<T>;
  /** Whether it was begun because the outcome before it may have been outdated. */
  readonly isAnew: boolean;
  settledAt: Instant | undefined;
  /** Whether somebody who asks from now on may have changed what has led to the outcome. */
  mayBeOutdated: boolean;
}

/** For how long an outcome that nobody was there for is kept for the next one who asks. */
const keptMs = 5 * MINUTE_MS;

/**
 * Long work that is done once for all who ask for it under one name at the same time. Who has waited for `waitMs` is answered undefined while the work
 * goes on; asking again waits for the same work, or is told how it has ended meanwhile. An outcome that `mayBeOutdated` is told to nobody who was not there for
 * it: the work is begun anew, once, so that work which takes longer than anybody waits comes to an end, too.
 */
export const createSingleFlight = <T>(
  clock: Clock,
  waitMs: number,
  mayBeOutdated: (outcome: T) => boolean = () => false,
): ((name: string, work: () => Promise<T>) => Promise<T | undefined>) => {
  const flights = new Map<string, Flight<T>>();

  const forgetOld = (): void => {
    const now = clock.now();
    for (const [name, { settledAt = now }] of flights) if (settledAt + keptMs < now) flights.delete(name);
  };

  const begin = (name: string, work: () => Promise<T>, isAnew: boolean): Flight<T> => {
    const flight: Flight<T> = { outcome: work(), isAnew, settledAt: undefined, mayBeOutdated: false };
    const noteEnd = (): void => {
      flight.settledAt = clock.now();
    };
    const noteOutcome = (outcome: T): void => {
      noteEnd();
      flight.mayBeOutdated = mayBeOutdated(outcome);
    };
    // A bug in the work is thrown at each caller; it must not end the process when all of them have gone.
    flight.outcome.then(noteOutcome, noteEnd);
    flights.set(name, flight);
    return flight;
  };

  return async (name, work) => {
    forgetOld();
    const found = flights.get(name);
    const isOutdated = found !== undefined && found.mayBeOutdated && !found.isAnew;
    const flight = found === undefined || isOutdated ? begin(name, work, isOutdated) : found;
    const forget = (): void => {
      if (flights.get(name) === flight) flights.delete(name);
    };
    try {
      const told = await within(clock, waitMs, flight.outcome);
      if (told !== undefined) forget();
      return told?.value;
    } catch (fault) {
      forget();
      throw fault;
    }
  };
};
