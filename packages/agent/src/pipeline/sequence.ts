import type { FailFast } from './fail-fast.js';

/** Runs what it is given one after the other, in the order of the calls. After a failure it runs nothing more. */
export interface Sequence {
  /** Does not wait; a failure goes to `FailFast`. */
  add(act: () => Promise<void>): void;
  /** Settles when all that was added has run; throws the first failure. */
  finish(): Promise<void>;
}

export const createSequence = (failFast: FailFast): Sequence => {
  let last: Promise<void> = Promise.resolve();
  const run = async (before: Promise<void>, act: () => Promise<void>): Promise<void> => {
    await before;
    if (failFast.signal.aborted) return;
    await act().catch((fault: unknown) => {
      failFast.fail(fault);
    });
  };
  return {
    add: (act) => {
      last = run(last, act);
    },
    finish: async () => {
      await last;
      failFast.check();
    },
  };
};
