import { AsyncLocalStorage } from 'node:async_hooks';

/** What tells code inside of a transaction from all other code. */
export interface NestingCheck {
  /** Throws when it is called inside of a transaction that is still open, however many calls and promises lie between. */
  demandOutside(): void;
  /** Runs the work of a transaction; it is open until the work is over. */
  inside<T>(work: () => Promise<T>): Promise<T>;
}

/** Finds everything that is begun inside of a transaction. */
export const createNestingCheck = (): NestingCheck => {
  const transactions = new AsyncLocalStorage<{ isOpen: boolean }>();
  let openTransactions = 0;
  return {
    demandOutside: () => {
      if (transactions.getStore()?.isOpen === true) throw new Error('invariant: nothing is begun inside of a transaction');
    },
    inside: async (work) => {
      const mark = { isOpen: true };
      openTransactions += 1;
      try {
        return await transactions.run(mark, work);
      } finally {
        mark.isOpen = false;
        openTransactions -= 1;
        // While it is enabled, Node spends time on every promise of the process; between transactions there is nothing to find out.
        if (openTransactions === 0) transactions.disable();
      }
    },
  };
};

/** Finds nothing and costs nothing. */
export const noNestingCheck: NestingCheck = { demandOutside: () => undefined, inside: (work) => work() };
