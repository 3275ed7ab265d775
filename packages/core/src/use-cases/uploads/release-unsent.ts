import { ok, type Result, type ResultAsync, safeTry } from 'neverthrow';
import { within } from '../../concurrency/within.js';
import type { Unavailable } from '../../model/app-error.js';
import type { UploadObject, UploadSession } from '../../model/uploads/upload-session.js';
import { SECOND_MS, stagingKey } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import { releaseReservation } from '../../steps/accounting/release-reservation.js';
import type { Receiving } from '../../steps/objects/incoming-bodies.js';
import { measureBrought } from '../../steps/objects/measure-brought.js';

type ReleasePorts = Pick<Ports, 'unitOfWork' | 'blobs' | 'clock'> & Receiving;

/** So many objects are looked at, and for so long, while a client waits; what others hold back is given back by the sweep. */
const maxObjects = 100;
const maxWaitMs = 5 * SECOND_MS;

const findUnsent = (ports: ReleasePorts, session: UploadSession): ResultAsync<readonly UploadObject[], Unavailable> =>
  safeTry(async function* () {
    const held = yield* await ports.unitOfWork.read(({ uploads }) => uploads.listHeld(session.id, undefined, maxObjects));
    const isComing = ({ oid }: UploadObject) => ports.incoming.count(stagingKey(session.namespace, session.id, oid)) > 0;
    // The sweep ends multipart uploads, and counts their parts until then.
    const silent = held.filter((object) => object.parts === undefined && !isComing(object));
    const measured = yield* await measureBrought(ports, session, silent);
    return ok(measured.filter(({ staged, unregistered }) => staged + unregistered === 0).map(({ object }) => object));
  });

/**
 * Gives back what a session that was aborted holds for objects of which nothing has come, where the service serves its URLs: they lead nowhere any more, and a
 * body that ends after its session is removed by the request that brought it. The URLs of a bucket go on for a while. The abort is committed before anything is
 * measured, so what came while the session was open is seen.
 */
export const releaseUnsent = (ports: ReleasePorts, session: UploadSession): ResultAsync<void, Unavailable> =>
  safeTry(async function* () {
    if (ports.blobs.traits.signedUrls !== 'own') return ok();
    const found = await within(ports.clock, maxWaitMs, findUnsent(ports, session));
    if (found === undefined) return ok();
    const unsent = yield* found.value;
    if (unsent.length === 0) return ok();
    return ports.unitOfWork.transact(async (records): Promise<Result<void, never>> => {
      const current = await records.uploads.lock(session.repositoryId, session.id);
      if (current === undefined) return ok();
      let bytes = 0;
      for (const { oid, reservedBytes } of unsent) {
        if (await records.uploads.setReservation(session.id, oid, reservedBytes, 0)) bytes += reservedBytes;
      }
      await releaseReservation(records, current, bytes);
      return ok();
    });
  });
