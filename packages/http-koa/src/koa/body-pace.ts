import type { BodySender } from './body-senders.js';

/** How fast bytes have to come, of all bodies together that one sender has under way. */
export interface BodyRate {
  /** Judged over at least `windowMs` of waiting for the sender. */
  readonly bytesPerSecond: number;
  readonly windowMs: number;
}

/** Less than the slowest mobile network brings, and far more than a sender that only wants to hold a place. */
export const defaultBodyRate: BodyRate = { bytesPerSecond: 4096, windowMs: 30_000 };

/** How a body has to come. */
export interface BodyPace {
  readonly rate: BodyRate;
  readonly sender: BodySender;
}
