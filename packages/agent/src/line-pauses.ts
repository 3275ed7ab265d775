/**
 * What is sent goes into buffers of the system first. Where these are full it takes more only when a good part of them, on Linux a third, has gone, so that on a slow line
 * nothing seems to move for a while; and they grow with what goes.
 */
const rises = 3;

/** No buffer takes longer on a line that is worth waiting for. A command that was stopped for hours, or slept with its machine, would wait for hours again. */
const mostAllowedMs = 600_000;

/** The longest pause in which each connection took nothing and then went on. Buffers stay as large as they have become, also for the next request. */
const longest = new WeakMap<object, number>();

/** How a connection takes a body. */
export interface LinePauses {
  /** Some of it was taken. */
  readonly tellTaken: () => void;
  /** How much longer than any other silence the next pause may be. */
  readonly allowedMs: () => number;
}

export const watchPauses = (connection: object, monotonicNow: () => number): LinePauses => {
  let takenAt: number | undefined;
  return {
    tellTaken: () => {
      const now = monotonicNow();
      if (takenAt !== undefined) longest.set(connection, Math.max(longest.get(connection) ?? 0, now - takenAt));
      takenAt = now;
    },
    allowedMs: () => Math.min(rises * (longest.get(connection) ?? 0), mostAllowedMs),
  };
};
