/** A page of a list as the service answers it, with where the next one begins. */
export interface ListPage<T> {
  readonly items: readonly T[];
  readonly next: string | undefined;
}

/** What no list of the console needs more of; a longer one says so. */
const mostItems = 2000;

/** The whole of a list that is seldom long. */
export const everyPage = async <T>(
  fetchPage: (cursor: string | undefined) => Promise<ListPage<T>>,
): Promise<{ readonly items: readonly T[]; readonly isWhole: boolean }> => {
  const items: T[] = [];
  let cursor: string | undefined;
  do {
    const page = await fetchPage(cursor);
    items.push(...page.items);
    cursor = page.next;
  } while (cursor !== undefined && items.length < mostItems);
  return { items, isWhole: cursor === undefined };
};
