/** Bounds what goes on at the same time, by what it costs. */
export interface Budget {
  /** Runs `act` when its cost is free, first come first served. What costs more than there is in all has everything. */
  spend<T>(cost: number, act: () => Promise<T>): Promise<T>;
}

export const createBudget = (total: number): Budget => {
  let free = total;
  const waiting: { readonly cost: number; readonly begin: () => void }[] = [];

  const beginWaiting = (): void => {
    for (let next = waiting[0]; next !== undefined && next.cost <= free; next = waiting[0]) {
      waiting.shift();
      free -= next.cost;
      next.begin();
    }
  };

  return {
    spend: async (wanted, act) => {
      const cost = Math.min(wanted, total);
      await new Promise<void>((begin) => {
        waiting.push({ cost, begin });
        beginWaiting();
      });
      try {
        return await act();
      } finally {
        free += cost;
        beginWaiting();
      }
    },
  };
};
