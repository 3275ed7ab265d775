/**
 * Results by key, of which the one that nobody has asked for longest makes room first. Who asks for one that is being found gets the same.
 */
export interface SharedResults<T> {
  of(key: string, find: () => Promise<T>): Promise<T>;
}

interface Kept<T> {
  readonly result: Promise<T>;
  weight: number;
}

const one = (): number => 1;

/** Keeps as many as weigh no more together than `maxWeight`; one that is being found weighs 1. A failure is not kept. */
export const createSharedResults = <T>(maxWeight: number, weightOf: (result: T) => number = one): SharedResults<T> => {
  const results = new Map<string, Kept<T>>();
  let weight = 0;
  const remove = (key: string, kept: Kept<T>): void => {
    if (results.get(key) !== kept) return;
    results.delete(key);
    weight -= kept.weight;
  };
  const makeRoom = (): void => {
    for (const [key, kept] of results) {
      if (weight <= maxWeight) return;
      remove(key, kept);
    }
  };
  const begin = (key: string, result: Promise<T>): Kept<T> => {
    const kept: Kept<T> = { result, weight: one() };
    weight += kept.weight;
    const weigh = (found: T): void => {
      if (results.get(key) !== kept) return;
      weight += weightOf(found) - kept.weight;
      kept.weight = weightOf(found);
      makeRoom();
    };
    result.then(weigh, () => remove(key, kept));
    return kept;
  };
  return {
    of: (key, find) => {
      const kept = results.get(key) ?? begin(key, find());
      results.delete(key);
      results.set(key, kept);
      makeRoom();
      return kept.result;
    },
  };
};
