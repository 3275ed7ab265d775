/**
 * Works on all of the items, some at a time. After a fault none is begun, and those under way come to their end before it is thrown: another try finds what
 * they have done, and none of them goes on beside it.
 */
export const forEachConcurrent = async <T>(
  items: readonly T[],
  lanes: number,
  act: (item: T) => Promise<void>,
): Promise<void> => {
  const left = [...items];
  const work = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) {
      try {
        await act(item);
      } catch (fault) {
        left.length = 0;
        throw fault;
      }
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: lanes }, work));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
};
