import { ok, okAsync, type Result, type ResultAsync, safeTry } from 'neverthrow';
import { forEachWhileLeased } from '../../concurrency/for-each-while-leased.js';
import { withLease } from '../../concurrency/with-lease.js';
import type { Unavailable } from '../../model/app-error.js';
import {
  maxLfsLookDelayMs,
  nextLookAt,
  type UploadSession,
  uploadSessionLifetimeMs,
} from '../../model/uploads/upload-session.js';
import { HOUR_MS, MIB, MINUTE_MS, SECOND_MS } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Arriving } from '../../steps/objects/arrivals.js';
import { forEachArrived } from '../../steps/objects/find-arrived.js';
import type { Verifying } from '../../steps/verification/verifications.js';

type FindPorts = Pick<Ports, 'unitOfWork' | 'blobs' | 'clock' | 'random'> & Arriving & Verifying;

/** How much one run looks at; what is left is for the next one. */
const sessionsPerRun = 200;
/** How soon a session is looked at again of which no more can be verified now. */
const putOffMs = MINUTE_MS;
/** What is being verified is not found by another process meanwhile: at least so much of it is verified in a second. */
const verifiedBytesPerSecond = 8 * MIB;
/** So long after the last batch nobody is about to have something verified: what was moved and not registered is left by a crash. */
const movedAfterMs = HOUR_MS;

/** Plans the next look, or none when nothing is awaited any more; a batch that comes meanwhile is seen here, or plans its own afterwards. */
const planNext = (ports: FindPorts, { repositoryId, id }: UploadSession, atLeastMs: number): ResultAsync<void, Unavailable> =>
  ports.unitOfWork.transact(async ({ uploads, repositories }): Promise<Result<void, never>> => {
    const session = await uploads.lock(repositoryId, id);
    const isThere = (await repositories.find(repositoryId)) !== undefined;
    const awaited = await uploads.listAwaited(id, { after: undefined, limit: 1, refusedToo: false });
    const now = ports.clock.now();
    const isOver = session === undefined || !isThere || awaited.length === 0;
    await uploads.setLfsDue(id, isOver ? undefined : Math.max(nextLookAt(session, now), now + atLeastMs));
    return ok();
  });

/** Answers how many objects it has found. */
const look = (ports: FindPorts, session: UploadSession): ResultAsync<number, Unavailable> =>
  safeTry(async function* () {
    const { id: sessionId, repositoryId, organizationId, expiresAt } = session;
    const page = { after: undefined, limit: 1, refusedToo: false };
    const awaited = yield* await ports.unitOfWork.read(async ({ uploads, repositories }) =>
      (await repositories.find(repositoryId)) === undefined ? [] : uploads.listAwaited(sessionId, page),
    );
    if (awaited.length === 0) return planNext(ports, session, 0).map(() => 0);
    if (ports.verifications.isSpent(organizationId)) return planNext(ports, session, putOffMs).map(() => 0);
    const now = ports.clock.now();
    let count = 0;
    let bytes = 0;
    const options = { refusedToo: false, movedToo: now - (expiresAt - uploadSessionLifetimeMs) >= movedAfterMs };
    const isComplete = yield* await forEachArrived(ports, session, options, ({ oid, sizeBytes }) => {
      const arrival = { organizationId, repositoryId, sessionId, oid };
      if (ports.arrivals.isKnown(arrival)) return okAsync(true);
      const isTaken = ports.arrivals.add(arrival, now);
      count += isTaken ? 1 : 0;
      bytes += isTaken ? sizeBytes : 0;
      return okAsync(isTaken);
    });
    const verifiedMs = Math.min((bytes / verifiedBytesPerSecond) * SECOND_MS, maxLfsLookDelayMs);
    return planNext(ports, session, Math.floor(isComplete ? verifiedMs : Math.max(verifiedMs, putOffMs))).map(() => count);
  });

/** Looking at one session is short; a slow store is what takes long. */
const lease = { name: 'find-staged', durationMs: 5 * MINUTE_MS };

export const findStaged = (ports: FindPorts) => (): ResultAsync<number | undefined, Unavailable> =>
  withLease(ports)(lease, (renewLease) =>
    safeTry(async function* () {
      const now = ports.clock.now();
      const sessions = yield* await ports.unitOfWork.read(({ uploads }) => uploads.listDueLfs(now, sessionsPerRun));
      let count = 0;
      const lookAt = (session: UploadSession): ResultAsync<boolean, Unavailable> =>
        look(ports, session).map((found) => {
          count += found;
          return found > 0;
        });
      const looked = await forEachWhileLeased(renewLease, sessions, lookAt, (session) => planNext(ports, session, putOffMs));
      return looked.map(() => count);
    }),
  );
