import { err, ok, type ResultAsync, safeTry } from 'neverthrow';
import type { QuotaExceeded } from '../../model/app-error.js';
import type { ObjectRequest } from '../../model/objects/object-request.js';
import { exceedsCount } from '../../model/quotas/count-limit.js';
import type { Plan } from '../../model/quotas/plan.js';
import { storageModeOf } from '../../model/repository.js';
import type { UploadSession } from '../../model/uploads/upload-session.js';
import type { Records } from '../../ports/unit-of-work.js';
import { reserveStorage } from '../accounting/reserve-storage.js';

interface Unknown {
  readonly fresh: readonly ObjectRequest[];
  /** How many of these the session did not have in any way. */
  readonly added: number;
  /** The session has them with another size for good: their bytes are verified, or come in parts. */
  readonly contradicting: readonly ObjectRequest[];
}

/** One for which no more than a URL was given out is taken out of the session, and is as good as new with the size that is declared now. */
const findUnknown = async (
  records: Records,
  { id, organizationId }: UploadSession,
  objects: readonly ObjectRequest[],
): Promise<Unknown> => {
  const oids = objects.map((object) => object.oid);
  const known = await records.uploads.findObjectSizes(id, oids);
  const fresh = objects.filter(({ oid }) => !known.has(oid));
  const added = fresh.length;
  const contradicting: ObjectRequest[] = [];
  for (const object of objects.filter(({ oid, sizeBytes }) => (known.get(oid) ?? sizeBytes) !== sizeBytes)) {
    const heldBack = await records.uploads.withdrawObject(id, object.oid);
    if (heldBack === undefined) contradicting.push(object);
    else {
      await records.usage.release(organizationId, heldBack);
      fresh.push(object);
    }
  }
  return { fresh, added, contradicting };
};

/** An LFS session goes on for as long as its user pushes, so what has come to it counts no more. */
const countOf = async ({ uploads }: Records, { id, kind, uploadedObjects }: UploadSession): Promise<number> =>
  (await uploads.countObjects(id)) - (kind === 'lfs' ? uploadedObjects : 0);

/**
 * Adds objects to an open session and reserves their bytes. Objects that the session has keep their reservation; objects that the repository
 * has already need none, and neither does what goes to the customer's own bucket. Returns those that contradict what the session has.
 */
export const admitObjects = (
  records: Records,
  session: UploadSession,
  plan: Plan,
  objects: readonly ObjectRequest[],
  maxObjects: number,
): ResultAsync<readonly ObjectRequest[], QuotaExceeded> =>
  safeTry(async function* () {
    const { fresh, added, contradicting } = await findUnknown(records, session, objects);
    if (fresh.length === 0) return ok(contradicting);
    const exceeded = exceedsCount('max_session_objects', maxObjects, await countOf(records, session), added);
    if (exceeded !== undefined) return err(exceeded);
    const oids = fresh.map(({ oid }) => oid);
    const stored = await records.objects.findSizes(session.repositoryId, oids);
    const isManaged = storageModeOf(session.namespace) === 'managed';
    const admitted = fresh.map((object) => {
      const needsRoom = isManaged && !stored.has(object.oid);
      return { ...object, reservedBytes: needsRoom ? object.sizeBytes : 0 };
    });
    const bytes = admitted.reduce((sum, object) => sum + object.reservedBytes, 0);
    yield* await reserveStorage(records, session.organizationId, plan, bytes);
    await records.uploads.addObjects(session.id, admitted);
    return ok(contradicting);
  });
