import { ok, type ResultAsync, safeTry } from 'neverthrow';
import type { Lease } from '../../concurrency/lease.js';
import type { Unavailable } from '../../model/app-error.js';
import type { UploadSession } from '../../model/uploads/upload-session.js';
import type { Oid } from '../../model/values/index.js';
import { type ReclaimPorts, reclaimSlice } from '../../steps/objects/reclaim-slice.js';

const objectsPerSlice = 100;

/**
 * Removes what an ended session has brought to final keys and nothing has registered. The session can complete nothing any more; what another session may
 * still register is left, and so is what somebody else is about to remove. Answers whether nothing was left.
 */
export const reclaimObjects = (
  ports: ReclaimPorts,
  renewLease: Lease,
  session: UploadSession,
): ResultAsync<boolean, Unavailable> =>
  safeTry(async function* () {
    let isDone = true;
    let after: Oid | undefined;
    for (;;) {
      const held = yield* await renewLease();
      if (!held) return ok(false);
      const from = after;
      const oids = yield* await ports.unitOfWork.read(({ uploads }) => uploads.listUnregistered(session, from, objectsPerSlice));
      if (oids.length === 0) return ok(isDone);
      const isReclaimed = yield* await reclaimSlice(ports, session, oids);
      isDone &&= isReclaimed;
      after = oids.at(-1);
      if (oids.length < objectsPerSlice) return ok(isDone);
    }
  });
