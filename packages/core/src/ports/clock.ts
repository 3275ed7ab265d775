import type { Instant } from '../values/index.js';

/** The time now. The core never asks the machine. */
export interface Clock {
  now(): Instant;
}
