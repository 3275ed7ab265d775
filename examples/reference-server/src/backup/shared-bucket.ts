import type { ObjectKey } from '@svc/core/model';
import { StartProblem } from '../start-problem.js';
import { backupOfKey, backupsFolder, begunKey, folderOfKey, pruningKey } from './backup-manifest.js';
import type { BackupPlace } from './backup-place.js';

/**
 * A back-up counts on files that lie in the place already, so none of them may be removed while it runs. A folder is claimed by one process. In a bucket each
 * side first says that it has begun and then looks whether the other has: of two that begin at once at least one sees the other, and ends.
 */
type SharedPlace = Pick<BackupPlace, 'blobs' | 'isClaimed'>;

async function* nothing(): AsyncGenerator<Uint8Array> {
  yield* [];
}

const mark = async ({ blobs }: SharedPlace, key: ObjectKey): Promise<void> => {
  const written = await blobs.write(key, nothing(), 0);
  if (written.isErr()) throw new StartProblem('the place of the back-ups does not answer');
};

/** What stays marked when the place does not answer is told to the next one. */
const unmark = async ({ blobs }: SharedPlace, key: ObjectKey): Promise<void> => {
  (await blobs.remove(key)).unwrapOr(undefined);
};

/** Takes a back-up while nobody removes any. */
export const whileBegun = async <T>(place: SharedPlace, id: string, act: () => Promise<T>): Promise<T> => {
  if (place.isClaimed) return act();
  await mark(place, begunKey(id));
  try {
    const pruning = await place.blobs.head(pruningKey);
    if (pruning.isOk() || pruning.error.kind !== 'blob_missing') {
      throw new StartProblem('back-ups are being removed from there; where that was broken off, run prune-backups again');
    }
    return await act();
  } finally {
    await unmark(place, begunKey(id));
  }
};

/** Those that were begun and not brought to their end: they run, or were killed. */
const unfinished = async ({ blobs }: SharedPlace): Promise<readonly string[]> => {
  const begun = new Set<string>();
  const whole = new Set<string>();
  for await (const { key } of blobs.list(backupsFolder)) {
    const id = folderOfKey(key);
    if (id !== undefined && key === begunKey(id)) begun.add(id);
    const finished = backupOfKey(key);
    if (finished !== undefined) whole.add(finished);
  }
  return [...begun].filter((id) => !whole.has(id)).toSorted();
};

/** Removes what was planned while nobody takes a back-up; with `noneRuns` somebody has made sure of that who can see more than is in the bucket. */
export const whilePruning = async <Plan, T>(
  place: SharedPlace,
  noneRuns: boolean,
  { plan, act }: { readonly plan: () => Promise<Plan>; readonly act: (plan: Plan) => Promise<T> },
): Promise<T> => {
  if (place.isClaimed) return act(await plan());
  await mark(place, pruningKey);
  let planned: Plan;
  try {
    const running = noneRuns ? [] : await unfinished(place);
    if (running.length > 0) {
      throw new StartProblem(
        `${running.join(', ')} runs, or was killed; --none-runs says that no back-up is being taken into this place`,
      );
    }
    planned = await plan();
  } catch (fault) {
    await unmark(place, pruningKey);
    throw fault;
  }
  // Where this is broken off the mark stays: a removal may still be under way, of something that a back-up would count on.
  const outcome = await act(planned);
  await unmark(place, pruningKey);
  return outcome;
};
