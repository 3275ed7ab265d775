import { invariant } from '../model/app-error.js';
import type { Instant } from '../model/values/index.js';
import type { Clock } from '../ports/clock.js';

/** A clock that stands still until it is told to move. What is to be done later is done by the move that reaches its time, at that time, the earliest first. */
export interface FixedClock extends Clock {
  after(milliseconds: number, act: () => void): () => void;
  set(now: Instant): void;
  advance(milliseconds: number): void;
}

/** 2026-01-01T00:00:00Z, where a clock stands that is given no other time. */
export const fixedClockStart: Instant = 1_767_225_600_000;

/** Everything is neither before nor after a time that is no number. */
const instantOf = (milliseconds: number): Instant => {
  invariant(Number.isFinite(milliseconds), 'an instant is a number of milliseconds');
  return milliseconds;
};

export const createFixedClock = (start: Instant = fixedClockStart): FixedClock => {
  let now = instantOf(start);
  const alarms = new Set<{ readonly at: Instant; readonly act: () => void }>();
  const move = (to: number): void => {
    const instant = instantOf(to);
    const isBack = instant < now;
    for (;;) {
      const [first] = [...alarms].filter(({ at }) => at <= instant).toSorted((left, right) => left.at - right.at);
      if (first === undefined) break;
      alarms.delete(first);
      now = Math.max(now, first.at);
      first.act();
    }
    // What was done may have moved the clock further.
    if (isBack || now < instant) now = instant;
  };
  return {
    now: () => now,
    after: (milliseconds, act) => {
      const alarm = { at: instantOf(now + milliseconds), act };
      alarms.add(alarm);
      return () => void alarms.delete(alarm);
    },
    set: move,
    advance: (milliseconds) => move(now + milliseconds),
  };
};
