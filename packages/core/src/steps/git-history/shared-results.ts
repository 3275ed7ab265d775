/** Results by key, of which the one that nobody has asked for longest makes room first. Who asks for one that is being found gets the same. */
export interface SharedResults<T> {
  of(key: string, find: () => Promise<T>): Promise<T>;
}

/** Keeps so many; a failure is not kept. */
export const createSharedResults = <T>(maxResults: number): SharedResults<T> => {
  const results = new Map<string, Promise<T>>();
  return {
    of: (key, find) => {
      const known = results.get(key);
      const result = known ?? find();
      results.delete(key);
      results.set(key, result);
      if (known === undefined) {
        result.catch(() => {
          if (results.get(key) === result) results.delete(key);
        });
      }
      for (const oldest of results.keys()) {
        if (results.size <= maxResults) break;
        results.delete(oldest);
      }
      return result;
    },
  };
};
