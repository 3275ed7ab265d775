import type { CondemnedFile } from '../../../model/chunk-tree/condemned-file.js';
import type { TreeFile } from '../../../model/chunk-tree/tree-file.js';
import type { Instant, TreePath } from '../../../model/values/index.js';
import { sendersAtWork } from '../files/sender-lease.js';
import { collectedFolders, collectedKind } from './collected-file.js';
import {
  type Collection,
  countFiles,
  type FileCounts,
  graceOf,
  noFiles,
  reclaims,
  type Surveyed,
  whileClaimed,
} from './collection.js';
import { demandClaim } from './tree-work.js';
import { betweenMarksMs, minAgeMs } from './terms.js';

const filesPerSlice = 500;

/** What the marks of one visit have come to. */
export interface Marked {
  /** All there are. */
  readonly packs: number;
  /** All that are condemned now. */
  readonly unneeded: FileCounts;
  readonly quarantined: FileCounts;
  readonly broughtBack: FileCounts;
}

const nothingMarked: Marked = { packs: 0, unneeded: noFiles, quarantined: noFiles, broughtBack: noFiles };

/** How far the marks have come. */
export interface MarkProgress {
  readonly folder: number;
  readonly after: TreePath | undefined;
  readonly marked: Marked;
}

export const markFromStart: MarkProgress = { folder: 0, after: undefined, marked: nothingMarked };

/**
 * A registered or removed object needs a file that is being deleted: this must not be, so nothing is deleted until somebody has looked. A pending one may need it:
 * it was refused since the survey, so its manifest goes, or it came when a removal had begun, and is going to be refused.
 */
export class DeletedInUse extends Error {
  override readonly name = 'DeletedInUse';
}

/** What becomes of a file: `undefined`: it is not condemned. */
const judge = (
  file: TreeFile,
  present: CondemnedFile | undefined,
  { survey, begunAt }: Surveyed,
  { at, graceMs, mayQuarantine }: { readonly at: Instant; readonly graceMs: number; readonly mayQuarantine: boolean },
): CondemnedFile | undefined => {
  const isNeeded = survey.isNeeded(file.path);
  if (present?.state === 'deleting') {
    if (survey.isNeededForGood(file.path)) throw new DeletedInUse(`${file.path} is being deleted, and an object needs it`);
    return present;
  }
  const isOld = file.state === 'stored' && file.changedAt <= at - minAgeMs && sendersAtWork(file, at) === 0;
  if (isNeeded || !isOld) return undefined;
  const { path, sizeBytes } = file;
  if (present === undefined) {
    const dueAt = at + betweenMarksMs;
    return {
      path,
      sizeBytes,
      state: 'seen',
      seenAt: at,
      quarantinedAt: undefined,
      dueAt,
      holder: undefined,
      removedAt: undefined,
    };
  }
  // What came to need it since the first mark has brought it back, and what needed it before is in a survey that began after that mark.
  const isSeenTwice = present.state === 'seen' && present.dueAt <= at && present.seenAt < begunAt;
  return mayQuarantine && isSeenTwice ? { ...present, state: 'quarantined', quarantinedAt: at, dueAt: at + graceMs } : present;
};

interface Slice {
  readonly last: TreePath | undefined;
  readonly isLast: boolean;
  readonly packs: number;
  readonly unneeded: readonly CondemnedFile[];
  readonly quarantined: readonly CondemnedFile[];
  readonly broughtBack: readonly CondemnedFile[];
}

const markSlice = (collection: Collection, surveyed: Surveyed, folder: TreePath, after: TreePath | undefined) =>
  whileClaimed(collection, surveyed.generation, async ({ tree, condemned }, at): Promise<Slice> => {
    const { repositoryId } = collection.owner;
    const listed = await tree.listBelow(repositoryId, folder, after, filesPerSlice);
    const files = listed.filter(({ path }) => collectedKind(path) !== undefined);
    const present = await condemned.find(
      repositoryId,
      files.map(({ path }) => path),
    );
    const terms = { at, graceMs: graceOf(collection), mayQuarantine: reclaims(collection) };
    const judged = files.map((file) => judge(file, present.get(file.path), surveyed, terms));
    const unneeded = judged.filter((file) => file !== undefined);
    const changed = unneeded.filter((file) => present.get(file.path) !== file);
    const stays = new Set(unneeded.map(({ path }) => path));
    const broughtBack = [...present.values()].filter(({ path }) => !stays.has(path));
    await condemned.put(repositoryId, changed);
    await condemned.remove(
      repositoryId,
      broughtBack.map(({ path }) => path),
    );
    return {
      last: listed.at(-1)?.path,
      isLast: listed.length < filesPerSlice,
      packs: files.filter(({ path }) => collectedKind(path) === 'packs').length,
      unneeded,
      quarantined: changed.filter(({ state }) => state === 'quarantined'),
      broughtBack,
    };
  });

/**
 * Marks all files of the tree by the survey, slice by slice, from where an earlier one has come to. Ends early when the generation is another one than before the
 * survey: then the survey is extended, and the next one goes on. Each slice is right by itself.
 */
export const mark = async (
  collection: Collection,
  surveyed: Surveyed,
  from: MarkProgress,
): Promise<{ readonly progress: MarkProgress; readonly isDone: boolean }> => {
  let { folder, after, marked } = from;
  for (let path = collectedFolders[folder]; path !== undefined; path = collectedFolders[folder]) {
    await demandClaim(collection);
    const slice = await markSlice(collection, surveyed, path, after);
    if (slice === 'changed') return { progress: { folder, after, marked }, isDone: false };
    marked = {
      packs: marked.packs + slice.packs,
      unneeded: countFiles(marked.unneeded, slice.unneeded),
      quarantined: countFiles(marked.quarantined, slice.quarantined),
      broughtBack: countFiles(marked.broughtBack, slice.broughtBack),
    };
    if (slice.isLast) folder += 1;
    after = slice.isLast ? undefined : slice.last;
  }
  return { progress: { folder, after, marked }, isDone: true };
};
