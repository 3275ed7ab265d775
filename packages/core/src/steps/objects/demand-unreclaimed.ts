import { err, ok, type Result, type ResultAsync, safeTry } from 'neverthrow';
import { unavailable, type Unavailable } from '../../model/app-error.js';
import { MINUTE_MS, type Oid, type RepositoryId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';

const askAgainAfterSeconds = 5;

/** How long what was marked may still be removed: afterwards no removal that was begun under the mark can take effect. */
export const reclaimMarkLifetimeMs = 15 * MINUTE_MS;

type DemandPorts = Pick<Ports, 'unitOfWork' | 'clock'>;

/** Who takes a mark over to end it. No id of a holder looks like this. */
const nobody = 'nobody';

/**
 * Ends a mark whose holder has died; false when it may live. It may outlive what it was made for, so that nobody else would take it over. A holder that has only
 * stood still finds that it is not theirs any more.
 */
const endStale = ({ unitOfWork, clock }: DemandPorts, repositoryId: RepositoryId, oid: Oid): ResultAsync<boolean, Unavailable> =>
  unitOfWork.transact(async ({ uploads }): Promise<Result<boolean, never>> => {
    const at = clock.now();
    const ended = await uploads.markReclaimed(repositoryId, [oid], {
      holder: nobody,
      at,
      staleBefore: at - reclaimMarkLifetimeMs,
    });
    await uploads.unmarkReclaimed(repositoryId, ended, nobody);
    return ok(ended.length > 0);
  });

/**
 * To be asked after the session's row of the object is committed and before the final key is looked at. Bytes there that nothing has registered may be about
 * to be removed; nobody must find them there and take them for its own.
 */
export const demandUnreclaimed = (ports: DemandPorts, repositoryId: RepositoryId, oid: Oid): ResultAsync<void, Unavailable> =>
  safeTry(async function* () {
    const isReclaimed = yield* await ports.unitOfWork.read(({ uploads }) => uploads.isReclaimed(repositoryId, oid));
    if (!isReclaimed) return ok();
    const isEnded = yield* await endStale(ports, repositoryId, oid);
    return isEnded ? ok() : err(unavailable('storage', askAgainAfterSeconds));
  });
