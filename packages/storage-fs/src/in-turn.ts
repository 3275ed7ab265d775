/** Runs what is asked of one path in turn, and of different paths at the same time. */
export type InTurn = <T>(path: string, act: () => Promise<T>) => Promise<T>;

export const createInTurn = (): InTurn => {
  const lastOf = new Map<string, Promise<unknown>>();
  return async (path, act) => {
    const before = lastOf.get(path) ?? Promise.resolve();
    // Who has asked for the one before hears of its fault.
    const own = before.then(act, act);
    lastOf.set(path, own);
    try {
      return await own;
    } finally {
      if (lastOf.get(path) === own) lastOf.delete(path);
    }
  };
};
