import { fewSmallObjects, maxSmallBytes } from '@svc/core/model';

/** What one request asks about, and what is in memory at once: 25 MiB at most. */
export const maxGroup = 100;

/** As many neighbours together as one request asks about. */
export function* inGroups<T>(items: readonly T[]): Generator<readonly T[], void, undefined> {
  for (let begin = 0; begin < items.length; begin += maxGroup) yield items.slice(begin, begin + maxGroup);
}

/** Tells of one file after the other, by its size in bytes, whether it is a small one and a few of those have gone before. */
export const createSmallFileCount = (): ((sizeBytes: number) => boolean) => {
  let seen = 0;
  return (sizeBytes) => {
    if (sizeBytes > maxSmallBytes) return false;
    seen += 1;
    return seen > fewSmallObjects;
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
