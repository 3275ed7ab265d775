import { comparePaths } from '../../formats/path-tree/index.js';
import type { GitPath } from '../../model/git-index/git-path.js';
import { type ComparedTrees, nextDifferences } from './compared-trees.js';
import type { History } from './open-history.js';
import type { FoundChange } from './found-change.js';
import { asChanges, type TreeComparison } from './tree-comparison.js';

export interface DifferencesPage {
  readonly changes: readonly FoundChange[];
  /** After which path the next page begins; undefined at the end. */
  readonly last: GitPath | undefined;
}

interface PageRequest {
  readonly after: GitPath | undefined;
  readonly limit: number;
}

/** The page of what the comparison has kept; undefined where that does not reach so far. */
const keptPage = ({ first, isWhole }: TreeComparison, { after, limit }: PageRequest): DifferencesPage | undefined => {
  let [begin, end] = [0, after === undefined ? 0 : first.length];
  while (begin < end) {
    const middle = (begin + end) >> 1;
    const path = first[middle]?.path;
    if (path !== undefined && after !== undefined && comparePaths(path, after) <= 0) begin = middle + 1;
    else end = middle;
  }
  const changes = first.slice(begin, begin + limit);
  if (first.length > begin + limit) return { changes, last: changes.at(-1)?.path };
  return isWhole ? { changes, last: undefined } : undefined;
};

/** Former paths of renamed files are no changes; so many rounds look for others in their place. */
const maxRounds = 10;

/** A page of what differs, a renamed file as one change at its new path. Where nearly everything was renamed it may be shorter than asked for. */
export const listComparedChanges = async (
  history: History,
  compared: ComparedTrees,
  comparison: TreeComparison,
  { after, limit }: PageRequest,
): Promise<DifferencesPage> => {
  const kept = keptPage(comparison, { after, limit });
  if (kept !== undefined) return kept;
  const { moved, formerPaths } = comparison;
  const changes: FoundChange[] = [];
  let last = after;
  for (let round = 0; round < maxRounds && changes.length < limit; round += 1) {
    const wanted = limit - changes.length;
    const found = await nextDifferences(history, compared, last, wanted + 1);
    changes.push(...found.slice(0, wanted).flatMap((difference) => asChanges(difference, moved, formerPaths)));
    last = found.length > wanted ? found[wanted - 1]?.path : undefined;
    if (last === undefined) break;
  }
  return { changes, last };
};
