import { ok, okAsync, type ResultAsync, safeTry } from 'neverthrow';
import type { QuotaExceeded, Unavailable } from '../../model/app-error.js';
import type { Plan } from '../../model/quotas/plan.js';
import { storageModeOf } from '../../model/repository.js';
import type { UploadObject, UploadSession } from '../../model/uploads/upload-session.js';
import type { Ports } from '../../ports/ports.js';
import { reserveStorage } from './reserve-storage.js';

/**
 * Holds the object's bytes back once more, where that was given up because nothing had come for an hour, and now it has. They count before they are moved to
 * where they could stay. What holds them back already, and what needs no room, is left as it is.
 */
export const holdRoom = (
  { unitOfWork, clock }: Pick<Ports, 'unitOfWork' | 'clock'>,
  { id, repositoryId, organizationId, namespace }: UploadSession,
  plan: Plan,
  { oid, sizeBytes, reservedBytes }: UploadObject,
): ResultAsync<void, QuotaExceeded | Unavailable> => {
  if (reservedBytes >= sizeBytes || storageModeOf(namespace) !== 'managed') return okAsync();
  return unitOfWork.transact((records) =>
    safeTry(async function* () {
      const session = await records.uploads.lock(repositoryId, id);
      const object = await records.uploads.findObject(id, oid);
      const stored = await records.objects.findSizes(repositoryId, [oid]);
      if (session === undefined || object?.state !== 'AUTHORIZED' || stored.has(oid)) return ok(undefined);
      const missingBytes = object.sizeBytes - object.reservedBytes;
      if (missingBytes <= 0) return ok(undefined);
      const now = clock.now();
      yield* await reserveStorage(records, organizationId, plan, missingBytes, now);
      await records.uploads.setReservation(id, oid, object.reservedBytes, object.sizeBytes);
      if (session.status === 'OPEN') return ok(undefined);
      // What an ended session holds back is counted as reclaimable. One that was swept is swept once more, or nobody would give it back should this come to nothing.
      await records.usage.keep(organizationId, missingBytes);
      await records.uploads.sweepAgain(id, now);
      return ok(undefined);
    }),
  );
};
