import type { GitPath } from '../../model/git-index/git-path.js';
import type { ChangeTotals } from '../../model/git-index/shown-change.js';
import type { ByteCount } from '../../model/values/byte-count.js';
import type { MovedFile } from './pair-moved-files.js';

/** All that differs between two trees, counted, and what of it was renamed. */
export interface TreeComparison {
  readonly totals: ChangeTotals;
  /** What the files of the head need in storage beside those of the base. */
  readonly newBytes: ByteCount;
  /** By new path. */
  readonly moved: ReadonlyMap<GitPath, MovedFile>;
  readonly formerPaths: ReadonlySet<GitPath>;
  /** The number of the commit; undefined where the two have nothing in common. */
  readonly mergeBase: number | undefined;
}

/** What a renamed file takes in memory: two paths, and two entries. */
const bytesPerMoved = 400;
const bytesPerComparison = 1000;

/** What a comparison takes in memory, about. */
export const bytesOfComparison = ({ moved }: TreeComparison): ByteCount => {
  let bytes = bytesPerComparison;
  for (const [path, { former }] of moved) bytes += bytesPerMoved + path.length + former.path.length;
  return bytes;
};
