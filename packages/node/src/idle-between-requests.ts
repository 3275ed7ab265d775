import type { Server, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';

/** A server that is never idle gets on with what nobody waits for nevertheless. */
const defaultMaxWaitMs = 20;

export interface IdleOptions {
  /** How long what nobody waits for stands back for requests before each of its slices; 20 ms when absent. */
  readonly maxWaitMs?: number | undefined;
}

/**
 * What `idle` of a `Clock` is where requests come by this server: resolves when none of them is being answered, and after `maxWaitMs` at the latest, in any case
 * behind whatever else waits for the thread. Begins to listen before the server does.
 */
export const idleBetweenRequests = (
  server: Pick<Server, 'prependListener'>,
  { maxWaitMs = defaultMaxWaitMs }: IdleOptions = {},
): (() => Promise<void>) => {
  let underWay = 0;
  const waiting = new Set<() => void>();
  server.prependListener('request', (_request, response: ServerResponse) => {
    underWay += 1;
    response.once('close', () => {
      underWay -= 1;
      if (underWay > 0) return;
      for (const wake of waiting) wake();
    });
  });
  const lastAnswered = (): Promise<void> =>
    new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, maxWaitMs).unref();
      waiting.add(wake);
    });
  return async () => {
    await setImmediate();
    if (underWay > 0) await lastAnswered();
  };
};
