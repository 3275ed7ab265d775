import { ok, type Result } from 'neverthrow';
import { invariant } from '../../../model/app-error.js';
import type { CondemnedFile } from '../../../model/chunk-tree/condemned-file.js';
import { TreeUnavailable } from '../../../model/chunk-tree/tree-fault.js';
import {
  type Instant,
  type MapName,
  type PackName,
  packPath,
  treeFileKind,
  treeKey,
  type TreePath,
} from '../../../model/values/index.js';
import type { Records } from '../../../ports/unit-of-work.js';
import { mayRemove } from '../../../steps/backup-lease.js';
import { chargeTree } from '../files/tree-charge.js';
import { isOwnFile } from './collected-file.js';
import { type Collection, countFiles, type FileCounts, noFiles, type Surveyed, whileClaimed } from './collection.js';
import { demandClaim } from './tree-work.js';
import { forgetHooks } from './collected-hooks.js';
import { forgetPacks } from './forget-packs.js';
import { isRemovalOver, minAgeMs, removalOverMs, removeWithinMs } from './terms.js';

const filesPerSlice = 50;
const removalsAtOnce = 8;
const filesPerList = 1000;
const maxPending = 1000;

const pathsOf = (files: readonly CondemnedFile[]): readonly TreePath[] => files.map(({ path }) => path);

const packsOf = (files: readonly CondemnedFile[]): readonly PackName[] =>
  files.flatMap(({ path }) => {
    const file = treeFileKind(path);
    return file.kind === 'pack' ? [file.name] : [];
  });

const mapsOf = (files: readonly CondemnedFile[]): readonly MapName[] =>
  files.flatMap(({ path }) => {
    const file = treeFileKind(path);
    return file.kind === 'map' ? [file.name] : [];
  });

/** Asked of the database, since where the machine stood still its clock may have stood still too, while somebody else has taken the files over. */
const isStillMine = async ({ ports, owner }: Collection, { path, holder }: CondemnedFile): Promise<boolean> => {
  const found = await ports.unitOfWork.read(({ condemned }) => condemned.find(owner.repositoryId, [path]));
  if (found.isErr()) throw new TreeUnavailable(found.error);
  const file = found.value.get(path);
  return file?.state === 'deleting' && file.holder === holder;
};

/** Those that the store says are gone. A removal that is begun later than within the minute of its commit could take effect when it is nobody's any more. */
const removeBytes = async (
  collection: Collection,
  files: readonly CondemnedFile[],
  committedAt: Instant,
): Promise<readonly CondemnedFile[]> => {
  const { ports, owner, pace } = collection;
  const removed: CondemnedFile[] = [];
  const removeOne = async (file: CondemnedFile): Promise<void> => {
    await pace.requests(1);
    if (!(await isStillMine(collection, file))) return;
    if (ports.clock.now() >= committedAt + removeWithinMs) return;
    const outcome = await ports.blobs.remove(treeKey(owner.namespace, file.path));
    if (outcome.isOk()) removed.push(file);
  };
  for (let at = 0; at < files.length; at += removalsAtOnce)
    await Promise.all(files.slice(at, at + removalsAtOnce).map(removeOne));
  return removed;
};

/** Takes files out of the books whose bytes are gone. */
const strikeOut = async (
  collection: Collection,
  records: Records,
  files: readonly CondemnedFile[],
  at: Instant,
): Promise<void> => {
  const { owner } = collection;
  const { repositoryId } = owner;
  let bytes = 0;
  for (const { path } of files) {
    await records.damage.heal(repositoryId, { kind: 'file', path });
    const file = await records.tree.findFile(repositoryId, path);
    if (file !== undefined && (await records.tree.removeFile(repositoryId, path, 'stored', !isOwnFile(path)))) {
      bytes += file.sizeBytes;
    }
  }
  const charged = await chargeTree(records, owner, -bytes, 0, at, 'tree.collected');
  invariant(charged.isOk(), 'what gets less fits into every plan');
  await records.tree.removePacks(repositoryId, packsOf(files));
  await records.condemned.remove(repositoryId, pathsOf(files));
};

/** Strikes those out that are still this holder's; nobody else's mark is touched. Not finding them is no fault: the repository may be gone. */
const finish = async (
  collection: Collection,
  holder: string,
  files: readonly CondemnedFile[],
): Promise<readonly CondemnedFile[]> => {
  if (files.length === 0) return files;
  const { ports, owner } = collection;
  const outcome = await ports.unitOfWork.transact(async (records): Promise<Result<readonly CondemnedFile[], never>> => {
    if (!(await records.organizations.lock(owner.organizationId))) return ok([]);
    const present = await records.condemned.find(owner.repositoryId, pathsOf(files));
    const mine = [...present.values()].filter((file) => file.state === 'deleting' && file.holder === holder);
    if (mine.length > 0) await strikeOut(collection, records, mine, ports.clock.now());
    return ok(mine);
  });
  if (outcome.isErr()) throw new TreeUnavailable(outcome.error);
  return outcome.value;
};

/** Takes the step from quarantine on, unless a back-up runs, of those that are still in it and over their grace, and that nothing has touched. */
const beginDeleting = (collection: Collection, { survey, generation }: Surveyed, paths: readonly TreePath[], holder: string) =>
  whileClaimed(collection, generation, async (records, at) => {
    const { tree, condemned } = records;
    const { repositoryId } = collection.owner;
    if (!(await mayRemove(records, at))) return { at, files: [] };
    // One that has come since is none that the generation tells of. Where there are very many, that is for another time.
    const pending = await tree.listPendingVerifications(repositoryId, undefined, maxPending);
    const isSurveyed = pending.length < maxPending && pending.every(({ oid }) => survey.hasSeenPending(oid));
    if (!isSurveyed) return { at, files: [] };
    const present = await condemned.find(repositoryId, paths);
    const files = await tree.findFiles(repositoryId, paths);
    const over = [...present.values()].filter(({ path, state, dueAt }) => {
      const file = files.get(path);
      const isUntouched = file === undefined || (file.state === 'stored' && file.changedAt <= at - minAgeMs);
      return state === 'quarantined' && dueAt <= at && isUntouched && !survey.isNeeded(path);
    });
    const deleting = over.map((file): CondemnedFile => ({ ...file, state: 'deleting', holder, dueAt: at + removalOverMs }));
    await condemned.put(repositoryId, deleting);
    return { at, files: deleting };
  });

/** All files that `state` and `isMeant` say, by their paths; what is listed may change at once, so each step looks again. */
const listCondemned = async (
  { ports, owner }: Collection,
  state: CondemnedFile['state'],
  isMeant: (file: CondemnedFile) => boolean,
): Promise<readonly CondemnedFile[]> => {
  const meant: CondemnedFile[] = [];
  for (let after: TreePath | undefined, isLast = false; !isLast;) {
    const from = after;
    const listed = await ports.unitOfWork.read(({ condemned }) =>
      condemned.list(owner.repositoryId, { state, after: from, limit: filesPerList }),
    );
    if (listed.isErr()) throw new TreeUnavailable(listed.error);
    meant.push(...listed.value.filter(isMeant));
    after = listed.value.at(-1)?.path;
    isLast = listed.value.length < filesPerList;
  }
  return meant;
};

/** Has look-ups told of no more of what is due and was not forgotten before; answers that, without what was brought back meanwhile. */
const forget = async (
  collection: Collection,
  due: readonly CondemnedFile[],
  forgotten: ReadonlySet<TreePath>,
): Promise<readonly TreePath[]> => {
  const fresh = due.filter(({ path }) => !forgotten.has(path));
  const packs = await forgetPacks(collection, packsOf(fresh));
  await forgetHooks(collection, mapsOf(fresh));
  const others = pathsOf(fresh).filter((path) => treeFileKind(path).kind !== 'pack');
  return [...packs.map(packPath), ...others];
};

/**
 * Deletes, as often as it is called in a visit, what was over its grace at first and, by the survey, is needed by nothing. `isDone` is false when the generation has
 * changed since the survey; then it goes on by one that was extended. What it has forgotten it does not forget again: in a busy repository the generation changes
 * during each pass over all chunks. Nothing is put into quarantine during the calls, so what was brought back since is not meant any more.
 */
export const createDeletion = (collection: Collection) => {
  const { ports } = collection;
  const forgotten = new Set<TreePath>();
  let dueBy: Instant | undefined;
  return async (surveyed: Surveyed): Promise<{ readonly deleted: FileCounts; readonly isDone: boolean }> => {
    const overBy = (dueBy ??= ports.clock.now());
    const isOver = ({ path, dueAt }: CondemnedFile): boolean => dueAt <= overBy && !surveyed.survey.isNeeded(path);
    const due = await listCondemned(collection, 'quarantined', isOver);
    for (const path of await forget(collection, due, forgotten)) forgotten.add(path);
    const meant = pathsOf(due).filter((path) => forgotten.has(path));
    let deleted = noFiles;
    for (let at = 0; at < meant.length; at += filesPerSlice) {
      await demandClaim(collection);
      const holder = ports.random.uuid();
      const begun = await beginDeleting(collection, surveyed, meant.slice(at, at + filesPerSlice), holder);
      if (begun === 'changed') return { deleted, isDone: false };
      const removed = await removeBytes(collection, begun.files, begun.at);
      deleted = countFiles(deleted, await finish(collection, holder, removed));
    }
    return { deleted, isDone: true };
  };
};

/** Takes over what an earlier holder has left, whose removal may still be on its way, so that nobody sends the files again before it is over. */
const takeOver = (collection: Collection, paths: readonly TreePath[], holder: string) =>
  whileClaimed(collection, undefined, async ({ condemned }, at) => {
    const { repositoryId } = collection.owner;
    const present = await condemned.find(repositoryId, paths);
    const left = [...present.values()].filter(({ state, dueAt }) => state === 'deleting' && isRemovalOver(dueAt, at));
    const taken = left.map((file): CondemnedFile => {
      // Where the clock was set back nobody knows how long ago that was.
      const removedAt = file.dueAt <= at ? file.removedAt : undefined;
      return { ...file, holder, removedAt, dueAt: at + removalOverMs };
    });
    await condemned.put(repositoryId, taken);
    return { at, files: taken };
  });

const noteRemoved = (collection: Collection, holder: string, files: readonly CondemnedFile[]) =>
  whileClaimed(collection, undefined, async ({ condemned }, at) => {
    const { repositoryId } = collection.owner;
    const present = await condemned.find(repositoryId, pathsOf(files));
    const mine = [...present.values()].filter((file) => file.state === 'deleting' && file.holder === holder);
    await condemned.put(
      repositoryId,
      mine.map((file) => ({ ...file, removedAt: at, dueAt: at + removalOverMs })),
    );
  });

/**
 * Goes on with deletions that came to no end: the store did not answer, or the process died. What is removed now stays `deleting` for a quarter of an hour, so
 * that no earlier removal that arrives late meets a file that was sent again.
 */
export const resumeDeleting = async (collection: Collection): Promise<FileCounts> => {
  const { ports } = collection;
  const now = ports.clock.now();
  const due = await listCondemned(collection, 'deleting', ({ dueAt }) => isRemovalOver(dueAt, now));
  let deleted = noFiles;
  for (let at = 0; at < due.length; at += filesPerSlice) {
    await demandClaim(collection);
    const holder = ports.random.uuid();
    const taken = await takeOver(collection, pathsOf(due.slice(at, at + filesPerSlice)), holder);
    if (taken === 'changed') return deleted;
    const over = taken.files.filter(({ removedAt }) => removedAt !== undefined);
    deleted = countFiles(deleted, await finish(collection, holder, over));
    const left = taken.files.filter(({ removedAt }) => removedAt === undefined);
    const removed = await removeBytes(collection, left, taken.at);
    if (removed.length > 0) await noteRemoved(collection, holder, removed);
  }
  return deleted;
};
