/** Blobs that are under way at the same time. */
const atOnce = 8;

/** Has no more for anybody once one who walks through it has left: the iterator of an array would go on for the others. */
async function* untilLeft<Item>(items: Iterable<Item> | AsyncIterable<Item>): AsyncGenerator<Item> {
  yield* items;
}

/** Does the same to all of the items, some at a time. The first fault ends it when those under way are over. */
export const inParallel = async <Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  act: (item: Item) => Promise<void>,
): Promise<void> => {
  const rest = untilLeft(items);
  const work = async (): Promise<void> => {
    for await (const item of rest) await act(item);
  };
  const outcomes = await Promise.allSettled(Array.from({ length: atOnce }, work));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
};
