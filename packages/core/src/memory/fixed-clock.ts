import type { Clock } from '../ports/clock.js';
import type { Instant } from '../values/index.js';

/** A clock that stands still until it is told to move. */
export interface FixedClock extends Clock {
  set(now: Instant): void;
  advance(milliseconds: number): void;
}

/** 2026-01-01T00:00:00Z, where a clock stands that is given no other time. */
export const fixedClockStart: Instant = 1_767_225_600_000;

export const createFixedClock = (start: Instant = fixedClockStart): FixedClock => {
  let now = start;
  return {
    now: () => now,
    set: (instant) => {
      now = instant;
    },
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
};
