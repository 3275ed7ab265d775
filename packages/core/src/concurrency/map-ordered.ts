/**
 * The outcomes of `work` on the items, in their order, while the work on up to `ahead` later items is under way. Whoever leaves early waits for
 * nothing; what is under way then comes to its end unseen.
 */
export async function* inOrder<T, R>(
  items: AsyncIterable<T>,
  work: (item: T) => Promise<R>,
  ahead: number,
): AsyncGenerator<R, void, undefined> {
  const underWay: Promise<R>[] = [];
  for await (const item of items) {
    const outcome = work(item);
    // Whoever takes the outcome meets the fault; nobody may.
    outcome.catch(() => undefined);
    underWay.push(outcome);
    const first = underWay.length > ahead ? underWay.shift() : undefined;
    if (first !== undefined) yield await first;
  }
  for (const outcome of underWay) yield await outcome;
}
