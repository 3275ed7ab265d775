/** Less than this is not worth a message to another thread. */
const leastBytes = 512 * 1024;

/** The items in as many portions as there are threads, about equally heavy and in order; fewer when there is little to do. */
export const portions = <Item>(items: readonly Item[], bytesOf: (item: Item) => number, threads: number): Item[][] => {
  const totalBytes = items.reduce((total, item) => total + bytesOf(item), 0);
  const portionBytes = Math.max(leastBytes, totalBytes / threads);
  const result: Item[][] = [];
  let bytes = Infinity;
  for (const item of items) {
    if (bytes >= portionBytes) {
      result.push([]);
      bytes = 0;
    }
    result.at(-1)?.push(item);
    bytes += bytesOf(item);
  }
  return result;
};
