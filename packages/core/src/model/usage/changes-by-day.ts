import type { Day } from '../values/index.js';

/** What came to be stored on a day and what went, in bytes. */
export interface StorageChange {
  readonly addedBytes: number;
  readonly removedBytes: number;
}

const noChange: StorageChange = { addedBytes: 0, removedBytes: 0 };

/** The changes by their days up to today. What is of a later day came before the clock was set back: it is stored now, so it is of today. */
export const changesByDay = (
  changes: readonly (StorageChange & { readonly day: Day })[],
  today: Day,
): ((day: Day) => StorageChange) => {
  const sums = new Map<Day, StorageChange>();
  for (const change of changes) {
    const day = Math.min(change.day, today);
    const { addedBytes, removedBytes } = sums.get(day) ?? noChange;
    sums.set(day, { addedBytes: addedBytes + change.addedBytes, removedBytes: removedBytes + change.removedBytes });
  }
  return (day) => sums.get(day) ?? noChange;
};
