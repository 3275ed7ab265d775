/** Ids that were seen not too long ago, in memory that is bounded: some are forgotten, and seen as new again. */
export interface RecentIds {
  /** Whether it is new. */
  add(id: string): boolean;
}

/** About 20 MB. */
const mostIds = 100_000;

/** A string of its own: one cut out of a larger text would keep that in memory. */
const compact = (id: string): string => Buffer.from(id, 'hex').toString('latin1');

export const createRecentIds = (most = mostIds): RecentIds => {
  let young = new Set<string>();
  let old = new Set<string>();
  return {
    add: (id) => {
      const key = compact(id);
      const isNew = !young.has(key) && !old.has(key);
      if (young.size >= most) {
        old = young;
        young = new Set();
      }
      young.add(key);
      return isNew;
    },
  };
};
