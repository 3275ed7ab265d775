import type { Pause } from './pause-of.js';

/** As many signed URLs as take a few milliseconds. */
const itemsPerSlice = 100;

/** The same as `Array.map`, but others have the thread after every hundred items: a request may name twelve thousand. */
export const mapInSlices = async <T, R>(
  pause: Pause,
  items: readonly T[],
  map: (item: T, index: number) => R,
): Promise<readonly R[]> => {
  const results: R[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % itemsPerSlice === 0) await pause();
    results.push(map(item, index));
  }
  return results;
};
