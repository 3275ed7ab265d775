/** Work that goes on beside what prepares it: one after the other, in the order in which it was given. */
export interface OrderedSends {
  /** Waits until there is room, and gives what asks for the outcome. After a failure nothing more is done; it is thrown by whatever is asked next. */
  readonly add: <T>(act: () => Promise<T>) => Promise<() => Promise<T>>;
  /** Waits until all is done. */
  readonly finish: () => Promise<void>;
}

/** `most` are under way or wait. */
export const createOrderedSends = (most: number): OrderedSends => {
  const open: Promise<unknown>[] = [];
  let last: Promise<unknown> = Promise.resolve();
  return {
    add: async (act) => {
      while (open.length >= most) await open.shift();
      const done = last.then(act);
      // The next call hears of it.
      done.catch(() => undefined);
      last = done;
      open.push(done);
      return () => done;
    },
    finish: async () => {
      await last;
    },
  };
};
