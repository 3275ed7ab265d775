import { setMaxListeners } from 'node:events';
import { ended } from '../api-outcome.js';

/** Lets the parts of a pipeline that wait for each other end together: the first failure ends all of them, and is the one that is told. */
export interface FailFast {
  /** Aborted by the first failure, or by the signal that it was made with. */
  readonly signal: AbortSignal;
  fail(fault: unknown): void;
  /** What has failed first, when something has. */
  fault(): Error;
  /** Throws it. */
  check(): void;
}

export const createFailFast = (outer: AbortSignal): FailFast => {
  const controller = new AbortController();
  const signal = AbortSignal.any([outer, controller.signal]);
  // Every part that is under way listens, and more of them than Node takes for a leak.
  setMaxListeners(0, signal);
  const fault = (): Error => {
    const reason: unknown = controller.signal.reason;
    if (!controller.signal.aborted) return ended();
    return reason instanceof Error ? reason : new Error('a transfer failed', { cause: reason });
  };
  return {
    signal,
    fail: (reason) => {
      controller.abort(reason);
    },
    fault,
    check: () => {
      if (signal.aborted) throw fault();
    },
  };
};
