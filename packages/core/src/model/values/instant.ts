/** A point in time: milliseconds since 1970-01-01T00:00:00Z, an integer. */
export type Instant = number;

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** A day in UTC, named by the moment at which it begins. */
export type Day = Instant;

/** The day in which the moment lies. */
export const dayOf = (at: Instant): Day => Math.floor(at / DAY_MS) * DAY_MS;

/** How far the clocks of processes that share a database may lie apart, and more. */
const clockSlackMs = MINUTE_MS;

/**
 * A schedule that sets its times at most `longestMs` ahead has set none after this: such a time is of before the clock was set back, and means nothing
 * any more.
 */
export const beyondSchedule = (now: Instant, longestMs: number): Instant => now + longestMs + clockSlackMs;
