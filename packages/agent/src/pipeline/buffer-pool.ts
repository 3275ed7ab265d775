import type { FailFast } from './fail-fast.js';

/** A fixed number of things that are taken and released: a taker waits until there is one, which is what bounds memory. */
export interface BufferPool<T> {
  take(): Promise<T>;
  give(item: T): void;
}

interface Waiter<T> {
  readonly resolve: (item: T) => void;
  readonly reject: (fault: Error) => void;
}

export const createBufferPool = <T>(items: readonly T[], failFast: FailFast): BufferPool<T> => {
  const free = [...items];
  const waiting: Waiter<T>[] = [];
  failFast.signal.addEventListener('abort', () => {
    for (const { reject } of waiting.splice(0)) reject(failFast.fault());
  });
  return {
    take: async () => {
      failFast.check();
      const item = free.pop();
      return item ?? new Promise<T>((resolve, reject) => waiting.push({ resolve, reject }));
    },
    give: (item) => {
      const next = waiting.shift();
      if (next === undefined) free.push(item);
      else next.resolve(item);
    },
  };
};
