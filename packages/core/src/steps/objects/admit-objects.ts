import { err, ok, type ResultAsync, safeTry } from 'neverthrow';
import type { QuotaExceeded } from '../../model/app-error.js';
import type { ObjectRequest } from '../../model/objects/object-request.js';
import type { Pause } from '../../concurrency/pause-of.js';
import { exceedsCount } from '../../model/quotas/count-limit.js';
import type { Plan } from '../../model/quotas/plan.js';
import { storageModeOf } from '../../model/repository.js';
import {
  reservationHoldMs,
  type ResizedUpload,
  type UploadObject,
  type UploadSession,
} from '../../model/uploads/upload-session.js';
import type { Instant, Oid } from '../../model/values/index.js';
import type { Records } from '../../ports/unit-of-work.js';
import { reserveStorage } from '../accounting/reserve-storage.js';

interface Resized {
  readonly oid: Oid;
  readonly formerBytes: number;
  readonly change: ResizedUpload;
}

/** What is known of the objects beforehand. */
export interface KnownOfObjects {
  /** Those that get no URL by which bytes could come to lie in storage. */
  readonly settled: ReadonlySet<Oid>;
  /** Those that come in parts, which lie beside what an earlier URL may bring. */
  readonly inParts: ReadonlySet<Oid>;
}

/** Of objects one by one, which takes some milliseconds. */
export const lookUpsPerSlice = 50;

const nothingKnown: KnownOfObjects = { settled: new Set(), inParts: new Set() };

export interface AdmissionLimits {
  /** Of the session. */
  readonly maxObjects: number;
  readonly now: Instant;
  /** Lets others have the thread between slices. */
  readonly pause: Pause;
  readonly known?: KnownOfObjects;
}

interface Admission extends KnownOfObjects {
  readonly isManaged: boolean;
  readonly now: Instant;
  readonly pause: Pause;
}

const needsRoom = ({ isManaged, settled }: Admission, oid: Oid): boolean => isManaged && !settled.has(oid);

/** A URL for the earlier size may still be used, so what it may bring is held back until it has come. */
const resizedTo = (admission: Admission, object: UploadObject, sizeBytes: number): Resized => {
  const { oid, reservedBytes: formerBytes } = object;
  const together = admission.inParts.has(oid) ? formerBytes + sizeBytes : Math.max(formerBytes, sizeBytes);
  const reservedBytes = needsRoom(admission, oid) ? together : formerBytes;
  const largerUntil = reservedBytes > sizeBytes ? admission.now + reservationHoldMs : undefined;
  return { oid, formerBytes, change: { sizeBytes, reservedBytes, largerUntil } };
};

/** Nothing is held back for one that the repository had when it was admitted. Where that was removed or damaged since, its parts come all the same. */
const nowNeeded = (admission: Admission, { oid, sizeBytes, reservedBytes, state, parts }: UploadObject): readonly Resized[] => {
  const isHeld = reservedBytes >= sizeBytes || !needsRoom(admission, oid);
  if (isHeld || state !== 'AUTHORIZED' || parts !== undefined) return [];
  return [{ oid, formerBytes: reservedBytes, change: { sizeBytes, reservedBytes: sizeBytes, largerUntil: undefined } }];
};

interface Sorted {
  readonly fresh: readonly ObjectRequest[];
  readonly resized: readonly Resized[];
  /** The session has them with another size for good: their bytes are verified, or come in parts. */
  readonly contradicting: readonly ObjectRequest[];
  /** The session has them, and they come with a name. */
  readonly named: readonly ObjectRequest[];
}

const sort = async (
  records: Records,
  { id }: UploadSession,
  objects: readonly ObjectRequest[],
  admission: Admission,
): Promise<Sorted> => {
  const known = await records.uploads.findObjectSizes(
    id,
    objects.map(({ oid }) => oid),
  );
  const fresh = objects.filter(({ oid }) => !known.has(oid));
  const resized: Resized[] = [];
  const contradicting: ObjectRequest[] = [];
  const different = objects.filter(({ oid, sizeBytes }) => (known.get(oid) ?? sizeBytes) !== sizeBytes);
  for (const [index, object] of different.entries()) {
    if (index % lookUpsPerSlice === 0) await admission.pause();
    const { oid, sizeBytes } = object;
    const former = await records.uploads.findObject(id, oid);
    if (former?.state === 'AUTHORIZED' && former.parts === undefined) {
      resized.push(resizedTo(admission, former, sizeBytes));
    } else {
      contradicting.push(object);
    }
  }
  const again = objects.filter(({ oid, sizeBytes }) => known.get(oid) === sizeBytes && admission.inParts.has(oid));
  for (const [index, { oid }] of again.entries()) {
    if (index % lookUpsPerSlice === 0) await admission.pause();
    const former = await records.uploads.findObject(id, oid);
    if (former !== undefined) resized.push(...nowNeeded(admission, former));
  }
  const refused = new Set(contradicting);
  const named = objects.filter((object) => object.name !== undefined && known.has(object.oid) && !refused.has(object));
  return { fresh, resized, contradicting, named };
};

/** An LFS session goes on for as long as its user pushes, so what has come to it counts no more. */
const countOf = async ({ uploads }: Records, { id, kind, uploadedObjects }: UploadSession): Promise<number> =>
  (await uploads.countObjects(id)) - (kind === 'lfs' ? uploadedObjects : 0);

/**
 * Adds objects to an open session, which is held, and reserves their bytes. Objects that the session has keep their reservation. Those that
 * are settled need none, and neither does what goes to the customer's own bucket. Returns those that contradict
 * what the session has.
 */
export const admitObjects = (
  records: Records,
  session: UploadSession,
  plan: Plan,
  objects: readonly ObjectRequest[],
  { maxObjects, now, pause, known = nothingKnown }: AdmissionLimits,
): ResultAsync<readonly ObjectRequest[], QuotaExceeded> =>
  safeTry(async function* () {
    const admission = { ...known, now, pause, isManaged: storageModeOf(session.namespace) === 'managed' };
    const { fresh, resized, contradicting, named } = await sort(records, session, objects, admission);
    if (fresh.length > 0) {
      const exceeded = exceedsCount('max_session_objects', maxObjects, await countOf(records, session), fresh.length);
      if (exceeded !== undefined) return err(exceeded);
    }
    const admitted = fresh.map((object) => {
      const reservedBytes = needsRoom(admission, object.oid) ? object.sizeBytes : 0;
      return { ...object, reservedBytes };
    });
    const ofFresh = admitted.reduce((sum, { reservedBytes }) => sum + reservedBytes, 0);
    const bytes = resized.reduce((sum, { formerBytes, change }) => sum + change.reservedBytes - formerBytes, ofFresh);
    yield* await reserveStorage(records, session.organizationId, plan, bytes, now);
    for (const [index, { oid, change }] of resized.entries()) {
      if (index % lookUpsPerSlice === 0) await pause();
      await records.uploads.resizeObject(session.id, oid, change);
    }
    const added = [...admitted, ...named.map((object) => ({ ...object, reservedBytes: 0 }))];
    if (added.length > 0) await records.uploads.addObjects(session.id, added);
    return ok(contradicting);
  });
