import { Abandoned } from './fair-queue.js';

/** Runs work once for all who ask for it under one name while it is under way. */
export type SharedWork<T> = (name: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/**
 * Who begins the work may give it up by their signal before it has begun, and then it throws `Abandoned`; the next one who has waited for it and still wants
 * it begins it anew.
 */
export const createSharedWork = <T>(): SharedWork<T> => {
  const underWay = new Map<string, Promise<T>>();

  const begin = (name: string, work: () => Promise<T>): Promise<T> => {
    const begun = work().finally(() => underWay.delete(name));
    underWay.set(name, begun);
    return begun;
  };

  return async (name, work, signal) => {
    for (let known = underWay.get(name); known !== undefined; known = underWay.get(name)) {
      try {
        return await known;
      } catch (fault) {
        if (!(fault instanceof Abandoned) || signal?.aborted === true) throw fault;
      }
    }
    return begin(name, work);
  };
};
