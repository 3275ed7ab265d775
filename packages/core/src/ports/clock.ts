import type { Instant } from '../model/values/index.js';

/** The time now. The core never asks the machine. */
export interface Clock {
  now(): Instant;
  /** Calls `act` once, so many milliseconds from now; the answer calls it off. Without it nothing is cut short by time. */
  after?(milliseconds: number, act: () => void): () => void;
  /** Resolves when everything else that waits for the thread has had it once. Without it long work leaves it where it waits for something else. */
  pause?(): Promise<void>;
}
