import type { Pause } from '../../concurrency/pause-of.js';
import type { PathDifference } from '../../formats/path-tree/index.js';
import { mergeBase } from '../../formats/commit-graph/index.js';
import type { GitPath } from '../../model/git-index/git-path.js';
import { isOfBlob, type PathEntry } from '../../model/git-index/path-entry.js';
import type { ChangeTotals, CountedChanges } from '../../model/git-index/shown-change.js';
import type { ByteCount } from '../../model/values/byte-count.js';
import { addChanges, noChanges } from './commit-changes.js';
import { type ComparedTrees, nextDifferences } from './compared-trees.js';
import { newBytes, type PhysicalSizes } from './new-bytes.js';
import type { History } from './open-history.js';
import { loneFileOf, type LoneFile, type MovedFile, pairMovedFiles } from './pair-moved-files.js';
import type { FoundChange } from './found-change.js';
import { sentRenames } from './sent-renames.js';
import { asChanges, type TreeComparison } from './tree-comparison.js';

/** Where more files are new, or gone, none is told as renamed. */
const maxRenameCandidates = 100_000;

/** So many differences are kept, so that the first pages need not look for them again. */
const maxKeptDifferences = 2000;

/** Differences that hold the thread for a few milliseconds. */
const differencesPerSlice = 500;

const asChange = (difference: PathDifference): FoundChange => ({ ...difference, former: undefined });

const without = (counted: CountedChanges, bytesBefore: ByteCount, bytesAfter: ByteCount): CountedChanges => ({
  files: counted.files - 1,
  bytesBefore: counted.bytesBefore - bytesBefore,
  bytesAfter: counted.bytesAfter - bytesAfter,
});

/** A removed file and an added one are one that was renamed. */
const asRenamed = (totals: ChangeTotals, { before, after }: MovedFile): ChangeTotals => ({
  ...totals,
  removed: without(totals.removed, before.sizeBytes, 0),
  added: without(totals.added, 0, after.sizeBytes),
  renamed: {
    files: totals.renamed.files + 1,
    bytesBefore: totals.renamed.bytesBefore + before.sizeBytes,
    bytesAfter: totals.renamed.bytesAfter + after.sizeBytes,
  },
});

/** What is gathered on the way through all differences. */
interface Gathered {
  readonly totals: ChangeTotals;
  readonly removed: readonly LoneFile[];
  readonly added: readonly LoneFile[];
  /** The sizes of objects that only changed files of the head have. */
  readonly sizes: ReadonlyMap<number, ByteCount>;
  /** The first of all. */
  readonly first: readonly PathDifference[];
  readonly isWhole: boolean;
}

const hasContent = (entry: PathEntry | undefined): entry is PathEntry => entry !== undefined && isOfBlob(entry.mode);

const gather = async (history: History, compared: ComparedTrees, pause: Pause): Promise<Gathered> => {
  const lone = { removed: new Array<LoneFile>(), added: new Array<LoneFile>() };
  const former = new Set<number>();
  const sizes = new Map<number, ByteCount>();
  const first: PathDifference[] = [];
  let count = 0;
  let totals = noChanges;
  let after: GitPath | undefined;
  for (;;) {
    const found = await nextDifferences(history, compared, after, differencesPerSlice);
    totals = addChanges(totals, found.map(asChange));
    for (const difference of found) {
      const one = loneFileOf(difference);
      if (one !== undefined && lone[one.side].length <= maxRenameCandidates) lone[one.side].push(one.file);
      if (hasContent(difference.before)) former.add(difference.before.object);
      if (hasContent(difference.after)) sizes.set(difference.after.object, difference.after.sizeBytes);
    }
    count += found.length;
    first.push(...found.slice(0, maxKeptDifferences - first.length));
    if (found.length < differencesPerSlice) break;
    after = found.at(-1)?.path;
    await pause();
  }
  for (const object of former) sizes.delete(object);
  return { ...lone, totals, sizes, first, isWhole: first.length === count };
};

/** Compares two trees whole, in slices. */
export const compareTrees = async (
  history: History,
  objects: PhysicalSizes,
  compared: ComparedTrees,
  pause: Pause,
): Promise<TreeComparison> => {
  const { removed, added, sizes, first, isWhole, ...gathered } = await gather(history, compared, pause);
  const isTooMuch = Math.max(removed.length, added.length) > maxRenameCandidates;
  const canBeMoved = !isTooMuch && removed.length > 0 && added.length > 0;
  const moved = canBeMoved
    ? await pairMovedFiles({ removed, added }, await sentRenames(history, compared), pause)
    : new Map<GitPath, MovedFile>();
  let { totals } = gathered;
  for (const file of moved.values()) totals = asRenamed(totals, file);
  await pause();
  const formerPaths = new Set([...moved.values()].map(({ former }) => former.path));
  return {
    totals,
    newBytes: await newBytes(history, objects, compared.base, sizes, pause),
    moved,
    formerPaths,
    first: first.flatMap((difference) => asChanges(difference, moved, formerPaths)),
    isWhole,
    mergeBase: await mergeBase(history.graph, compared.base.number, compared.head.number, pause),
  };
};
