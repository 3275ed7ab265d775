/** Runs what has the same name one after the other, in the order in which it came. */
export type SerialQueue = <T>(name: string, act: () => Promise<T>) => Promise<T>;

export const createSerialQueue = (): SerialQueue => {
  const last = new Map<string, Promise<unknown>>();
  return async (name, act) => {
    const before = last.get(name) ?? Promise.resolve();
    const mine = before.then(act);
    const settled = mine.catch(() => undefined);
    last.set(name, settled);
    try {
      return await mine;
    } finally {
      if (last.get(name) === settled) last.delete(name);
    }
  };
};
