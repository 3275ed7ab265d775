import type { ObjectKey } from '@svc/core/model';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { reasonAtBottom } from '../adapters/reason-at-bottom.js';
import { StartProblem } from '../start-problem.js';
import { backupOfKey, backupsFolder, begunKey, folderOfKey, pruningFolder, pruningKey } from './backup-manifest.js';
import type { BackupPlace } from './backup-place.js';

/**
 * A back-up counts on files that lie in the place already, so none of them may be removed while it runs, and one removal at a time takes away what none needs. A
 * folder is claimed by one process. In a bucket each side first says that it has begun and then looks whether another has: of two that begin at once at least
 * one sees the other, and ends.
 */
type SharedPlace = Pick<BackupPlace, 'blobs' | 'isClaimed'>;

async function* nothing(): AsyncGenerator<Uint8Array> {
  yield* [];
}

const noAnswer = (): StartProblem => new StartProblem('the place of the back-ups does not answer');

const mark = async ({ blobs }: SharedPlace, key: ObjectKey): Promise<void> => {
  const written = await blobs.write(key, nothing(), 0);
  if (written.isErr()) throw noAnswer();
};

const tries = 3;
const pauseMs = 500;

/** Whether the mark is gone: a place may not answer for a moment. */
const unmark = async ({ blobs }: SharedPlace, key: ObjectKey): Promise<boolean> => {
  for (let count = 1; ; count += 1) {
    if ((await blobs.remove(key)).isOk()) return true;
    if (count === tries) return false;
    await sleep(pauseMs * count);
  }
};

/** Throws a `StartProblem` where a mark of removals stays: every later back-up would be refused, and nobody would know why. */
const unmarkPruning = async (place: SharedPlace, keys: readonly ObjectKey[], before: string): Promise<void> => {
  for (const key of keys) {
    if (await unmark(place, key)) continue;
    throw new StartProblem(
      `${before}; the place does not answer, so ${key} may still be there, which keeps back-ups from beginning: when nothing runs, run prune-backups --none-runs`,
    );
  }
};

/** The marks of those that remove back-ups, or were killed; earlier versions have one for all. */
const pruningMarks = async ({ blobs }: SharedPlace): Promise<readonly ObjectKey[]> => {
  const marks: ObjectKey[] = [];
  const earlier = await blobs.head(pruningFolder);
  if (earlier.isOk()) marks.push(pruningFolder);
  else if (earlier.error.kind === 'unavailable') throw noAnswer();
  for await (const { key } of blobs.list(pruningFolder)) marks.push(key);
  return marks;
};

/** Takes a back-up while nobody removes any. */
export const whileBegun = async <T>(place: SharedPlace, id: string, act: () => Promise<T>): Promise<T> => {
  if (place.isClaimed) return act();
  await mark(place, begunKey(id));
  try {
    if ((await pruningMarks(place)).length > 0) {
      throw new StartProblem('back-ups are being removed from there; where that was broken off, run prune-backups --none-runs');
    }
    return await act();
  } finally {
    // What stays marked is told to the next one that removes back-ups.
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

/** Throws a `StartProblem` when anything else seems to be at work. */
const demandNothingRuns = async (place: SharedPlace, others: readonly ObjectKey[]): Promise<void> => {
  if (others.length > 0) {
    throw new StartProblem(
      'another prune-backups runs, or was killed; --none-runs says that no other and no back-up is at work in this place',
    );
  }
  const running = await unfinished(place);
  if (running.length === 0) return;
  throw new StartProblem(
    `${running.join(', ')} runs, or was killed; --none-runs says that no back-up is being taken into this place`,
  );
};

/** Removes what was planned while nobody else does, or takes a back-up; with `noneRuns` somebody has made sure of that who can see more than is in the bucket. */
export const whilePruning = async <Plan, T>(
  place: SharedPlace,
  noneRuns: boolean,
  { plan, act }: { readonly plan: () => Promise<Plan>; readonly act: (plan: Plan) => Promise<T> },
): Promise<T> => {
  if (place.isClaimed) return act(await plan());
  const own = pruningKey(randomUUID());
  let killed: readonly ObjectKey[];
  let planned: Plan;
  try {
    await mark(place, own);
    killed = (await pruningMarks(place)).filter((key) => key !== own);
    if (!noneRuns) await demandNothingRuns(place, killed);
    planned = await plan();
  } catch (fault) {
    await unmarkPruning(place, [own], `nothing was removed: ${reasonAtBottom(fault)}`);
    throw fault;
  }
  // Where this is broken off the mark stays: a removal may still be under way, of something that a back-up would count on.
  const outcome = await act(planned);
  await unmarkPruning(place, [...killed, own], 'what no back-up needs was removed');
  return outcome;
};
