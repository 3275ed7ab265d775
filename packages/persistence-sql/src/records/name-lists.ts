/** The lists of a segment that are worth reading: the shortest, and others for as long as too much is left. */
export interface SegmentLists {
  readonly segment: number;
  /** Of each of these sets of grams a name has at least one. */
  readonly lists: readonly (readonly number[])[];
  /** No more names than so many have one of each. */
  readonly most: number;
}

/** How many names of a segment have a gram. */
export interface GramCount {
  readonly segment: number;
  readonly gram: number;
  readonly names: number;
}

/** Lists of so few names are looked at without another list to narrow them. */
const fewNames = 64;
const maxLists = 4;

/** The segments in which there is a gram of each set, the newest first. */
export const listsOfSegments = (
  counts: readonly GramCount[],
  wanted: readonly (readonly number[])[],
): readonly SegmentLists[] => {
  const bySegment = new Map<number, Map<number, number>>();
  for (const { segment, gram, names } of counts) {
    const found = bySegment.get(segment) ?? new Map<number, number>();
    found.set(gram, names);
    bySegment.set(segment, found);
  }
  return [...bySegment]
    .toSorted(([left], [right]) => right - left)
    .flatMap(([segment, found]) => {
      const byLength = wanted
        .map((grams) => grams.filter((gram) => found.has(gram)))
        .map((grams) => ({ grams, names: grams.reduce((sum, gram) => sum + (found.get(gram) ?? 0), 0) }))
        .toSorted((left, right) => left.names - right.names);
      const most = byLength[0]?.names ?? 0;
      if (most === 0) return [];
      return [{ segment, lists: byLength.slice(0, most > fewNames ? maxLists : 1).map(({ grams }) => grams), most }];
    });
};

/** The first of the segments that together may have so many names. */
export const enoughOf = (segments: readonly SegmentLists[], names: number): readonly SegmentLists[] => {
  let sum = 0;
  const last = segments.findIndex(({ most }) => (sum += most) >= names);
  return last === -1 ? segments : segments.slice(0, last + 1);
};
