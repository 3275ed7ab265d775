import type { FailFast } from './fail-fast.js';

const workers = 8;

/** Works on the items, several at a time. The first failure lets nothing more begin, and is thrown. */
export const forEachConcurrent = async <T>(
  items: readonly T[],
  failFast: FailFast,
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const waiting = items.values();
  const worker = async (): Promise<void> => {
    try {
      for (const item of waiting) {
        failFast.check();
        await work(item);
      }
    } catch (fault) {
      failFast.fail(fault);
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  failFast.check();
};
