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

/** Looks at a body from time to time. */
export interface PaceWatch {
  readonly tellCame: (bytes: number) => void;
  /** Whether nothing of the body came in these milliseconds, those since this was asked last, or less from its sender than has to. */
  readonly isTooSlow: (inMs: number) => boolean;
}

export const watchPace = ({ rate: { bytesPerSecond }, sender }: BodyPace): PaceWatch => {
  let isComing = false;
  let cameBefore = sender.cameBytes();
  return {
    tellCame: (bytes) => {
      isComing ||= bytes > 0;
      sender.tellCame(bytes);
    },
    isTooSlow: (inMs) => {
      const came = sender.cameBytes();
      const isSlow = !isComing || (came - cameBefore) * 1000 < bytesPerSecond * inMs;
      isComing = false;
      cameBefore = came;
      return isSlow;
    },
  };
};
