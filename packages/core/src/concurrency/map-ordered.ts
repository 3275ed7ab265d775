/**
 * Yields the outcomes of `work` in the order of the items while up to `concurrency` of them (at least 1) are worked on. A consumer that leaves early
 * waits for nothing: the work that is under way then ends unseen.
 */
export async function* mapOrdered<T, R>(
  items: AsyncIterable<T> | Iterable<T>,
  work: (item: T) => Promise<R>,
  { concurrency }: { readonly concurrency: number },
): AsyncGenerator<R, void, undefined> {
  const underWay: Promise<R>[] = [];
  for await (const item of items) {
    const outcome = work(item);
    // The consumer meets the fault where it takes the outcome; it may have left before.
    outcome.catch(() => undefined);
    underWay.push(outcome);
    const first = underWay.length >= concurrency ? underWay.shift() : undefined;
    if (first !== undefined) yield await first;
  }
  for (const outcome of underWay) yield await outcome;
}
