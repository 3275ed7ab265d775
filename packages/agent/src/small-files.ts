/**
 * The chunk tree takes up to eight requests for a file, each of which the service counts. Of an object that is sent or fetched whole it counts none but the
 * question where to, which many objects share. A small file has little to gain from chunks, so when there are many of them they go whole (docs/adr/0009).
 */
export const maxSmallBytes = 256 * 1024;

/** As many files as go through the tree without having to wait for the service's rate limit. */
export const fewFiles = 8;

/** What one request asks about, and what is in memory at once: 25 MiB at most. */
export const maxGroup = 100;

/** Tells of one file after the other, by its size in bytes, whether it is a small one and a few of those have gone before. */
export const createSmallFileCount = (): ((sizeBytes: number) => boolean) => {
  let seen = 0;
  return (sizeBytes) => {
    if (sizeBytes > maxSmallBytes) return false;
    seen += 1;
    return seen > fewFiles;
  };
};

/** Neighbours that are small in one group, everything else in one of its own, in the given order. */
export const groupSmall = <T>(items: readonly T[], isSmall: (item: T) => boolean): readonly (readonly T[])[] => {
  const groups: T[][] = [];
  let open: T[] | undefined;
  for (const item of items) {
    if (!isSmall(item)) {
      groups.push([item]);
      open = undefined;
    } else if (open === undefined || open.length === maxGroup) {
      open = [item];
      groups.push(open);
    } else {
      open.push(item);
    }
  }
  return groups;
};
