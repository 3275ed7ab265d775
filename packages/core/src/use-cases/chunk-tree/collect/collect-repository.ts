import { TreeFault, TreeUnavailable } from '../../../model/chunk-tree/tree-fault.js';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '../../../model/values/index.js';
import { type Collection, type FileCounts, noFiles, reclaims, type Surveyed } from './collection.js';
import { demandClaim } from './tree-work.js';
import { compact, type Compacted, nothingCompacted } from './compact.js';
import { createDeletion, resumeDeleting } from './delete-condemned.js';
import { DeletedInUse, mark, type Marked, type MarkProgress, markFromStart } from './mark.js';
import { hasSparseIndex } from '../index/note-hooks.js';
import { missingHooks } from './collected-hooks.js';
import { slowedBlobStore } from './slowed-blob-store.js';
import { thinIndex } from './thin-index.js';
import { createSurvey, type TakeMap } from './survey.js';

/** What a visit to a chunk tree has come to. */
export interface CollectedTree extends Marked {
  readonly deleted: FileCounts;
  readonly compacted: Compacted;
  /** Why nothing was condemned or deleted, or nothing compacted; undefined when all is well. */
  readonly refusal: TreeFault | DeletedInUse | undefined;
  readonly nextDueAt: Instant;
}

/** So often the survey is extended while objects are registered beside it; what is left is for the next visit. */
const maxRounds = 10;

/** Somewhat less than a day, so that a daily visit stays a daily one. */
const restMs = DAY_MS - HOUR_MS;
/** Long enough for a removal that was taken over to be over. */
const leastRestMs = 20 * MINUTE_MS;

const surveyor = (collection: Collection, take?: TakeMap) => {
  const { ports, owner } = collection;
  const tree = {
    blobs: slowedBlobStore(ports.blobs, collection.pace, () => demandClaim(collection)),
    codec: ports.codec,
    hasher: ports.hasher,
    namespace: owner.namespace,
    pause: ports.clock.pause,
  };
  const survey = createSurvey(ports, tree, owner.repositoryId, () => demandClaim(collection), take);
  const extend = async (): Promise<Surveyed> => {
    const begunAt = ports.clock.now();
    const repository = await ports.unitOfWork.read(({ repositories }) => repositories.find(owner.repositoryId));
    if (repository.isErr()) throw new TreeUnavailable(repository.error);
    await survey.extend();
    return { survey, generation: repository.value?.generation ?? 0, begunAt };
  };
  return { tree, survey, extend };
};

const markAndDelete = async (
  collection: Collection,
  extend: () => Promise<Surveyed>,
): Promise<Marked & { readonly deleted: FileCounts }> => {
  const deleteCondemned = createDeletion(collection);
  let progress: MarkProgress = markFromStart;
  let deleted = noFiles;
  let isMarked = false;
  let isResumed = false;
  for (let round = 0; round < maxRounds; round += 1) {
    const surveyed = await extend();
    if (!isMarked) ({ progress, isDone: isMarked } = await mark(collection, surveyed, progress));
    if (!isMarked) continue;
    if (!isResumed) deleted = add(deleted, await resumeDeleting(collection));
    isResumed = true;
    if (!reclaims(collection)) break;
    const outcome = await deleteCondemned(surveyed);
    deleted = add(deleted, outcome.deleted);
    if (outcome.isDone) break;
  }
  return { ...progress.marked, deleted };
};

const add = (left: FileCounts, right: FileCounts): FileCounts => ({
  packs: left.packs + right.packs,
  maps: left.maps + right.maps,
  manifests: left.manifests + right.manifests,
  bytes: left.bytes + right.bytes,
});

/** When the repository is worth another visit. */
const nextDueAt = async (collection: Collection, isCompacted: boolean): Promise<Instant> => {
  const { ports, owner } = collection;
  const now = ports.clock.now();
  const sum = await ports.unitOfWork.read(({ condemned }) => condemned.sum(owner.repositoryId));
  if (sum.isErr()) throw new TreeUnavailable(sum.error);
  if (!isCompacted) return now + leastRestMs;
  const due = reclaims(collection) ? (sum.value.nextDueAt ?? Infinity) : Infinity;
  return Math.min(now + restMs, Math.max(now + leastRestMs, due));
};

/** What comes after all marks. A fault keeps nothing of them. */
const compactAfter = async (
  collection: Collection,
  { tree, survey }: ReturnType<typeof surveyor>,
  isSparse: boolean,
): Promise<Pick<CollectedTree, 'compacted' | 'refusal'>> => {
  try {
    return { compacted: await compact(collection, tree, survey, isSparse), refusal: undefined };
  } catch (fault) {
    if (!(fault instanceof TreeFault)) throw fault;
    return { compacted: nothingCompacted, refusal: fault };
  }
};

/**
 * Visits one repository's chunk tree: surveys what its objects need, marks what they do not, deletes what has been in quarantine for its grace, and rewrites packs
 * of which much is dead. In doubt it does nothing: a file that is missing or wrong ends the visit before anything is condemned. Throws `TreeWorkLost` and
 * `TreeUnavailable`.
 */
export const collectRepository = async (collection: Collection): Promise<CollectedTree> => {
  const wasSparse = await hasSparseIndex(collection.ports, collection.owner.repositoryId);
  const hooks = missingHooks(collection);
  const surveying = surveyor(collection, wasSparse ? (map, chunks) => hooks.add(map, chunks) : undefined);
  try {
    const collected = await markAndDelete(collection, surveying.extend);
    await hooks.finish();
    const isSparse = await thinIndex(collection, surveying.tree, surveying.survey, wasSparse);
    const { compacted, refusal } = await compactAfter(collection, surveying, isSparse);
    return { ...collected, compacted, refusal, nextDueAt: await nextDueAt(collection, compacted.isDone) };
  } catch (fault) {
    if (!(fault instanceof TreeFault || fault instanceof DeletedInUse)) throw fault;
    const { marked } = markFromStart;
    const nothing = { ...marked, deleted: noFiles, compacted: nothingCompacted };
    return { ...nothing, refusal: fault, nextDueAt: collection.ports.clock.now() + restMs };
  }
};
