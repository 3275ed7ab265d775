import type { FailFast } from './fail-fast.js';

/** A fixed number of things that are taken and released: a taker waits until there is one, which is what bounds memory. */
export interface BufferPool<T> {
  take(): Promise<T>;
  give(item: T): void;
}

export const createBufferPool = <T>(items: readonly T[], failFast: FailFast): BufferPool<T> => {
  const free = [...items];
  const waiting: ((item: T) => void)[] = [];
  /** Listens while it waits, and no longer: a signal that is joined of others is kept with its listeners, and what they hold, as long as these others are. */
  const wait = (): Promise<T> =>
    new Promise((resolve, reject) => {
      const end = (): void => reject(failFast.fault());
      failFast.signal.addEventListener('abort', end, { once: true });
      waiting.push((item) => {
        failFast.signal.removeEventListener('abort', end);
        resolve(item);
      });
    });
  return {
    take: async () => {
      failFast.check();
      return free.pop() ?? wait();
    },
    give: (item) => {
      const next = waiting.shift();
      if (next === undefined) free.push(item);
      else next(item);
    },
  };
};
