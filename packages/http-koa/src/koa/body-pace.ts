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

/** Looks at a body window by window. */
export interface PaceWatch {
  readonly tellCame: (bytes: number) => void;
  /** Whether nothing of the body came since this was asked last, or less from its sender than has to in a window. */
  readonly isTooSlow: () => boolean;
}

export const watchPace = ({ rate: { bytesPerSecond, windowMs }, sender }: BodyPace): PaceWatch => {
  let isComing = false;
  let cameBefore = sender.cameBytes();
  return {
    tellCame: (bytes) => {
      isComing ||= bytes > 0;
      sender.tellCame(bytes);
    },
    isTooSlow: () => {
      const came = sender.cameBytes();
      const isSlow = !isComing || (came - cameBefore) * 1000 < bytesPerSecond * windowMs;
      isComing = false;
      cameBefore = came;
      return isSlow;
    },
  };
};
