import type { PathDifference } from '../../formats/path-tree/index.js';
import type { GitPath } from '../../model/git-index/git-path.js';
import type { ChangeTotals } from '../../model/git-index/shown-change.js';
import type { ByteCount } from '../../model/values/byte-count.js';
import type { MovedFile } from './pair-moved-files.js';
import type { FoundChange } from './found-change.js';

/** All that differs between two trees, counted, and what of it was renamed. */
export interface TreeComparison {
  readonly totals: ChangeTotals;
  /** What the files of the head need in storage beside those of the base. */
  readonly newBytes: ByteCount;
  /** By new path. */
  readonly moved: ReadonlyMap<GitPath, MovedFile>;
  readonly formerPaths: ReadonlySet<GitPath>;
  /** The first changes, in their order: all, or as many as are kept. */
  readonly first: readonly FoundChange[];
  readonly isWhole: boolean;
  /** The number of the commit; undefined where the two have nothing in common. */
  readonly mergeBase: number | undefined;
}

/** A difference as a change: a renamed file at its new path, and nothing at its former one. */
export const asChanges = (
  difference: PathDifference,
  moved: ReadonlyMap<GitPath, MovedFile>,
  formerPaths: ReadonlySet<GitPath>,
): readonly FoundChange[] => {
  const { path, before, after } = difference;
  if (after === undefined && formerPaths.has(path)) return [];
  const move = before === undefined ? moved.get(path) : undefined;
  return [{ ...difference, before: move?.before ?? before, former: move?.former }];
};

/** What a change takes in memory besides its paths: two entries. */
const bytesPerChange = 400;
const bytesPerComparison = 1000;

/** What a comparison takes in memory, about. */
export const bytesOfComparison = ({ moved, first }: TreeComparison): ByteCount => {
  let bytes = bytesPerComparison;
  for (const [path, { former }] of moved) bytes += bytesPerChange + path.length + former.path.length;
  for (const { path } of first) bytes += bytesPerChange + path.length;
  return bytes;
};
