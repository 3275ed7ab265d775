/** Whether transactions get through, by what became of the last ones. */
export interface WriteWatch {
  /** A transaction has come to an end of its own. */
  noteThrough(): void;
  /** A transaction was `unavailable`. */
  noteUnavailable(): void;
  /** Whether for a while now not one of those that were tried got through. */
  isBlocked(): boolean;
}

/** So long nothing but failures may be a row that many want, or a server that is just restarted. */
const patienceMs = 10_000;

/** What failed longer ago says nothing of now: a process that nobody asks any more is given another try. */
const memoryMs = 30_000;

export const createWriteWatch = (elapsed: () => number = () => performance.now()): WriteWatch => {
  let firstFailure: number | undefined;
  let lastFailure = 0;
  return {
    noteThrough: () => {
      firstFailure = undefined;
    },
    noteUnavailable: () => {
      lastFailure = elapsed();
      firstFailure ??= lastFailure;
    },
    isBlocked: () => firstFailure !== undefined && lastFailure - firstFailure >= patienceMs && elapsed() - lastFailure < memoryMs,
  };
};
