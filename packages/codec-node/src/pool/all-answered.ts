/**
 * What all promises come to, in order; rejects as the first of them that does, but not before each has come to its end: threads write into memory that is their
 * asker's again from then on.
 */
export const allAnswered = async <T>(promises: readonly Promise<T>[]): Promise<T[]> => {
  await Promise.allSettled(promises);
  return Promise.all(promises);
};
