import type { Instant } from '../model/values/index.js';

/** The time now. The core never asks the machine. */
export interface Clock {
  now(): Instant;
  /** Calls `act` once, so many milliseconds from now, at most 2^31 - 1; the answer calls it off. Without it nothing is cut short by time. */
  after?(milliseconds: number, act: () => void): () => void;
  /** Resolves when whatever else waits for the thread has had its turn; long work asks for it between its slices. Without it such work has none. */
  readonly pause?: () => Promise<void>;
  /**
   * Resolves when no request is being answered, or after a moment if there is always one, in any case behind whatever else waits for the thread; what nobody
   * waits for asks for it between its slices. Without it such work makes pauses like any other.
   */
  readonly idle?: () => Promise<void>;
}
