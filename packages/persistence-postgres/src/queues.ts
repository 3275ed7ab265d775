import { setTimeout } from 'node:timers/promises';

/**
 * Waits until everybody who came before with the same key has ended their turn, and answers how to end this one; undefined when it has not come within
 * the time.
 */
export type EnterQueue = (key: number, timeoutMs: number) => Promise<(() => void) | undefined>;

/** `onWait` hears of each key for which somebody has to wait. */
export const createQueues = (onWait: (key: number) => void = () => undefined): EnterQueue => {
  const tails = new Map<number, Promise<void>>();
  return async (key, timeoutMs) => {
    if (tails.has(key)) onWait(key);
    const before = tails.get(key) ?? Promise.resolve();
    let end = (): void => undefined;
    const mine = new Promise<void>((resolve) => (end = resolve));
    const tail = before.then(() => mine);
    tails.set(key, tail);
    void tail.then(() => {
      if (tails.get(key) === tail) tails.delete(key);
    });
    const timer = new AbortController();
    const timeout = setTimeout(timeoutMs, false, { signal: timer.signal }).catch(() => false);
    const hasCome = await Promise.race([before.then(() => true), timeout]);
    timer.abort();
    if (hasCome) return end;
    end();
    return undefined;
  };
};
