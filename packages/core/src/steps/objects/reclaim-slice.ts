import { err, ok, type Result, type ResultAsync, safeTry } from 'neverthrow';
import type { Unavailable } from '../../model/app-error.js';
import type { UploadSession } from '../../model/uploads/upload-session.js';
import { MINUTE_MS, objectKey, type Oid } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import { mayRemove } from '../backup-lease.js';
import { reclaimMarkLifetimeMs } from './demand-unreclaimed.js';

export type ReclaimPorts = Pick<Ports, 'unitOfWork' | 'blobs' | 'clock' | 'random'>;

/** What is marked is removed within a minute of the mark, or left. A mark whose holder has died is taken over when its time is over. */
const removeWithinMs = MINUTE_MS;

/**
 * Marks the objects, none while a back-up runs, and of none of which it is known already that somebody needs it: where this process ends before it has taken its
 * marks away, nothing comes back for those of what is registered by then. Who asks after this is committed finds the marks and waits; who has asked before has a
 * session's row that is seen afterwards.
 */
const mark = (ports: ReclaimPorts, session: UploadSession, oids: readonly Oid[], holder: string) => {
  const { repositoryId } = session;
  const at = ports.clock.now();
  return ports.unitOfWork
    .transact(async (records): Promise<Result<readonly Oid[], never>> => {
      if (!(await mayRemove(records, at))) return ok([]);
      const { uploads } = records;
      const marked = await uploads.markReclaimed(repositoryId, oids, { holder, at, staleBefore: at - reclaimMarkLifetimeMs });
      const needed = await uploads.findNeeded(session, marked);
      // With that goes what somebody who has died has left there.
      await uploads.unmarkReclaimed(repositoryId, [...needed], holder);
      return ok(marked.filter((oid) => !needed.has(oid)));
    })
    .map((marked) => ({ marked, removeUntil: at + removeWithinMs }));
};

const unmark = (ports: ReclaimPorts, { repositoryId }: UploadSession, oids: readonly Oid[], holder: string) =>
  ports.unitOfWork.transact(async ({ uploads }): Promise<Result<void, never>> => {
    await uploads.unmarkReclaimed(repositoryId, oids, holder);
    return ok();
  });

interface Removal {
  /** Whether none was left. */
  readonly isDone: boolean;
  /** One of which the store has not said that it is removed, so that it may still be, at any moment of the next minutes. */
  readonly doubtful?: { readonly oid: Oid; readonly fault: Unavailable };
}

/**
 * Removes what lies at the final keys of those of the marked objects that nobody needs. The database is asked before each: where the machine stood still, its clock
 * may have stood still too, while somebody else has taken the marks over, and the objects were sent again.
 */
const removeUnneeded = (
  ports: ReclaimPorts,
  session: UploadSession,
  marked: readonly Oid[],
  { holder, removeUntil }: { readonly holder: string; readonly removeUntil: number },
): ResultAsync<Removal, Unavailable> =>
  safeTry(async function* () {
    const needed = yield* await ports.unitOfWork.transact(async ({ uploads }): Promise<Result<ReadonlySet<Oid>, never>> =>
      ok(await uploads.findNeeded(session, marked)),
    );
    for (const oid of marked) {
      if (needed.has(oid)) continue;
      const isMine = yield* await ports.unitOfWork.read(({ uploads }) => uploads.isReclaimed(session.repositoryId, oid, holder));
      if (!isMine || ports.clock.now() >= removeUntil) return ok({ isDone: false });
      const removed = await ports.blobs.remove(objectKey(session.namespace, oid));
      if (removed.isErr()) return ok({ isDone: false, doubtful: { oid, fault: removed.error } });
    }
    return ok({ isDone: needed.size === 0 });
  });

/**
 * Removes what the session has brought to the final keys of those of the objects that nobody needs; whether none is left. The mark stays on what is in doubt, so that nobody sends it again and loses it to the first removal; the next sweep takes it over.
 */
export const reclaimSlice = (
  ports: ReclaimPorts,
  session: UploadSession,
  oids: readonly Oid[],
): ResultAsync<boolean, Unavailable> =>
  safeTry(async function* () {
    const holder = ports.random.uuid();
    const { marked, removeUntil } = yield* await mark(ports, session, oids, holder);
    const removal = await removeUnneeded(ports, session, marked, { holder, removeUntil });
    const doubtful = removal.isOk() ? removal.value.doubtful : undefined;
    const certain = marked.filter((oid) => oid !== doubtful?.oid);
    yield* await unmark(ports, session, certain, holder);
    if (doubtful !== undefined) return err(doubtful.fault);
    return removal.map(({ isDone }) => isDone && marked.length === oids.length);
  });
