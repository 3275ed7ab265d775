import type { Reply } from './message.js';

/** git-lfs draws its meter a few times a second; more lines than that are work for nothing. */
const LEAST_PAUSE_MS = 100;

export interface ProgressLines {
  /** So many bytes of the object are behind us; going back, going too far and telling too often are smoothed. */
  readonly report: (bytesSoFar: number) => void;
  /** All of it. */
  readonly finish: () => void;
}

/**
 * The progress of one object. The first byte is reported before it is sent, because git-lfs starts nothing else before it has heard of progress and
 * takes a transfer without any for one that was refused.
 */
export const createProgressLines = (
  oid: string,
  sizeBytes: number,
  reply: (reply: Reply) => void,
  now: () => number,
): ProgressLines => {
  let told = 0;
  let toldAt = now();
  const tell = (bytesSoFar: number): void => {
    if (bytesSoFar <= told) return;
    reply({ event: 'progress', oid, bytesSoFar, bytesSinceLast: bytesSoFar - told });
    told = bytesSoFar;
    toldAt = now();
  };
  tell(1);
  return {
    report: (bytesSoFar) => {
      if (now() - toldAt >= LEAST_PAUSE_MS) tell(Math.min(bytesSoFar, sizeBytes));
    },
    finish: () => tell(sizeBytes),
  };
};
