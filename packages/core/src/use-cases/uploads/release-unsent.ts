import { ok, type Result, type ResultAsync, safeTry } from 'neverthrow';
import type { Unavailable } from '../../model/app-error.js';
import type { UploadObject, UploadSession } from '../../model/uploads/upload-session.js';
import { stagingKey } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import { releaseReservation } from '../../steps/accounting/release-reservation.js';
import type { Receiving } from '../../steps/objects/incoming-bodies.js';
import { measureBrought } from '../../steps/objects/measure-brought.js';

type ReleasePorts = Pick<Ports, 'unitOfWork' | 'blobs'> & Receiving;

/** So many objects are looked at while a client waits; what others hold back is given back by the sweep. */
const maxObjects = 500;

const findUnsent = (ports: ReleasePorts, session: UploadSession): ResultAsync<readonly UploadObject[], Unavailable> =>
  safeTry(async function* () {
    const unsent: UploadObject[] = [];
    const held = yield* await ports.unitOfWork.read(({ uploads }) => uploads.listHeld(session.id, undefined, maxObjects));
    for (const object of held) {
      const isComing = ports.incoming.count(stagingKey(session.namespace, session.id, object.oid)) > 0;
      // The sweep ends multipart uploads, and counts their parts until then.
      if (isComing || object.parts !== undefined) continue;
      const { staged, unregistered } = yield* await measureBrought(ports, { session, object });
      if (staged + unregistered === 0) unsent.push(object);
    }
    return ok(unsent);
  });

/**
 * Gives back what a session that was aborted holds for objects of which nothing has come, where the service serves its URLs: they lead nowhere any more, and a
 * body that ends after its session is removed by the request that brought it. The URLs of a bucket go on for a while. The abort is committed before anything is
 * measured, so what came while the session was open is seen.
 */
export const releaseUnsent = (ports: ReleasePorts, session: UploadSession): ResultAsync<void, Unavailable> =>
  safeTry(async function* () {
    if (ports.blobs.traits.signedUrls !== 'own') return ok();
    const unsent = yield* await findUnsent(ports, session);
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
