/** Says of a stretch of code whether it belongs to a transaction, and whether that one still runs. */
export interface TransactionMark {
  isOpen: boolean;
}

/** What recognises the code of a transaction: `new AsyncLocalStorage()` of `node:async_hooks` is one. */
export interface TransactionContext {
  run<T>(mark: TransactionMark, work: () => T): T;
  getStore(): TransactionMark | undefined;
}

/**
 * What can be known without the help of the machine: it recognises the code that runs before the work's first `await`. Behind one, a nested
 * transaction goes unseen, and waits for ever for the one around it.
 */
export const createSynchronousContext = (): TransactionContext => {
  let current: TransactionMark | undefined;
  return {
    run: (mark, work) => {
      const outer = current;
      current = mark;
      try {
        return work();
      } finally {
        current = outer;
      }
    },
    getStore: () => current,
  };
};
