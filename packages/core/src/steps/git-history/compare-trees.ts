import type { Pause } from '../../concurrency/pause-of.js';
import type { PathDifference } from '../../formats/path-tree/index.js';
import { mergeBase } from '../../formats/commit-graph/index.js';
import type { GitPath } from '../../model/git-index/git-path.js';
import { folderMode, type PathEntry } from '../../model/git-index/path-entry.js';
import type { ChangeTotals, CountedChanges } from '../../model/git-index/shown-change.js';
import type { ByteCount } from '../../model/values/byte-count.js';
import { addChanges, noChanges } from './commit-changes.js';
import { type ComparedTrees, nextDifferences } from './compared-trees.js';
import { newBytes, type PhysicalSizes } from './new-bytes.js';
import type { History } from './open-history.js';
import { loneFileOf, type LoneFile, type MovedFile, pairMovedFiles } from './pair-moved-files.js';
import type { FoundChange } from './pair-renames.js';
import { sentRenames } from './sent-renames.js';
import type { TreeComparison } from './tree-comparison.js';

/** Where more files are new, or gone, none is told as renamed. */
export const maxRenameCandidates = 100_000;

/** Differences that hold the thread for a few milliseconds. */
const differencesPerSlice = 500;
const submoduleMode = 0o160000;

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
}

const hasContent = (entry: PathEntry | undefined): entry is PathEntry =>
  entry !== undefined && entry.mode !== submoduleMode && entry.mode !== folderMode;

const gather = async (history: History, compared: ComparedTrees, pause: Pause): Promise<Gathered> => {
  const lone = { removed: new Array<LoneFile>(), added: new Array<LoneFile>() };
  const former = new Set<number>();
  const sizes = new Map<number, ByteCount>();
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
    if (found.length < differencesPerSlice) break;
    after = found.at(-1)?.path;
    await pause();
  }
  for (const object of former) sizes.delete(object);
  return { ...lone, totals, sizes };
};

/** Compares two trees whole, in slices. */
export const compareTrees = async (
  history: History,
  objects: PhysicalSizes,
  compared: ComparedTrees,
  pause: Pause,
): Promise<TreeComparison> => {
  const { removed, added, sizes, ...gathered } = await gather(history, compared, pause);
  const isTooMuch = Math.max(removed.length, added.length) > maxRenameCandidates;
  const canBeMoved = !isTooMuch && removed.length > 0 && added.length > 0;
  const moved = canBeMoved
    ? pairMovedFiles({ removed, added }, await sentRenames(history, compared))
    : new Map<GitPath, MovedFile>();
  let { totals } = gathered;
  for (const file of moved.values()) totals = asRenamed(totals, file);
  await pause();
  return {
    totals,
    newBytes: await newBytes(history, objects, compared.base, sizes, pause),
    moved,
    formerPaths: new Set([...moved.values()].map(({ former }) => former.path)),
    mergeBase: mergeBase(history.graph, compared.base.number, compared.head.number),
  };
};

export interface DifferencesPage {
  readonly changes: readonly FoundChange[];
  /** After which path the next page begins; undefined at the end. */
  readonly last: GitPath | undefined;
}

/** Former paths of renamed files are no changes; so many rounds look for others in their place. */
const maxRounds = 10;

/** A page of what differs, a renamed file as one change at its new path. Where nearly everything was renamed it may be shorter than asked for. */
export const listComparedChanges = async (
  history: History,
  compared: ComparedTrees,
  { moved, formerPaths }: Pick<TreeComparison, 'moved' | 'formerPaths'>,
  { after, limit }: { readonly after: GitPath | undefined; readonly limit: number },
): Promise<DifferencesPage> => {
  const changes: FoundChange[] = [];
  let last = after;
  for (let round = 0; round < maxRounds && changes.length < limit; round += 1) {
    const wanted = limit - changes.length;
    const found = await nextDifferences(history, compared, last, wanted + 1);
    for (const difference of found.slice(0, wanted)) {
      if (difference.after === undefined && formerPaths.has(difference.path)) continue;
      const move = difference.before === undefined ? moved.get(difference.path) : undefined;
      changes.push({ ...difference, before: move?.before ?? difference.before, former: move?.former });
    }
    last = found.length > wanted ? found[wanted - 1]?.path : undefined;
    if (last === undefined) break;
  }
  return { changes, last };
};
