import { ok, okAsync, type Result, type ResultAsync, safeTry } from 'neverthrow';
import { forEachWhileLeased } from '../../concurrency/for-each-while-leased.js';
import type { Lease } from '../../concurrency/lease.js';
import { invariant, type Unavailable } from '../../model/app-error.js';
import {
  reservationHoldMs,
  type UploadObject,
  type UploadSession,
  uploadSessionLifetimeMs,
} from '../../model/uploads/upload-session.js';
import type { Instant, Oid } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import { type Brought, measureBrought } from '../../steps/objects/measure-brought.js';

type SettlePorts = Pick<Ports, 'unitOfWork' | 'blobs' | 'clock'>;

/** How much one run looks at, so that it never holds anything for long; what is left is for the next run. */
const sessionsPerRun = 500;
const objectsPerRun = 5000;
const objectsPerSlice = 500;

/** An object that a session holds something back for. */
interface HeldObject {
  readonly session: UploadSession;
  readonly object: UploadObject;
}

/** What has to be held back for an object by which nothing more than what it declares can come now, and of which so much has come. */
const neededBytes = ({ session, object }: HeldObject, { staged, unregistered }: Brought): number => {
  const { sizeBytes, state, reservedBytes } = object;
  // Once complete it lies at its final key; in an LFS session it is registered then, and counted as that.
  if (state === 'COMPLETED') return Math.min(reservedBytes, (session.kind === 'lfs' ? 0 : sizeBytes) + staged);
  // A client's session may ask for another URL as long as it is open; an LFS session that is idle is asked nothing any more.
  const declaredBytes = session.kind === 'session' || staged > 0 ? sizeBytes : 0;
  // What came with an earlier size may lie beside what is declared, when that comes in parts.
  const beside = (bytes: number): number => (bytes === declaredBytes ? 0 : bytes);
  return Math.min(reservedBytes, declaredBytes + beside(staged) + beside(unregistered));
};

/** Lessens what is held back for the object to what it needs, unless something has changed since it was looked at. */
const settle = (ports: SettlePorts, held: HeldObject): ResultAsync<boolean, Unavailable> =>
  safeTry(async function* () {
    const { session, object } = held;
    const [brought] = yield* await measureBrought(ports, session, [object]);
    invariant(brought !== undefined, 'each object is measured');
    const bytes = neededBytes(held, brought);
    return ports.unitOfWork.transact(async ({ uploads, usage }): Promise<Result<boolean, never>> => {
      const current = await uploads.lock(session.repositoryId, session.id);
      // What a session holds back that is over waits for the sweeping.
      if (current?.status !== 'OPEN') return ok(false);
      if ((await uploads.findObject(session.id, object.oid))?.state !== object.state) return ok(false);
      if (!(await uploads.setReservation(session.id, object.oid, object.reservedBytes, bytes))) return ok(false);
      await usage.release(session.organizationId, object.reservedBytes - bytes);
      return ok(true);
    });
  });

/** Closes the session for new objects, so that none is added whose reservation would be taken away; false when it was moved on meanwhile. */
const close = (ports: SettlePorts, { repositoryId, id }: UploadSession, endsBefore: Instant): ResultAsync<boolean, Unavailable> =>
  ports.unitOfWork.transact(async ({ uploads }): Promise<Result<boolean, never>> => {
    const current = await uploads.lock(repositoryId, id);
    if (current?.status !== 'OPEN' || current.expiresAt > endsBefore) return ok(false);
    await uploads.beginSettling(id);
    return ok(true);
  });

const settleSession = (
  ports: SettlePorts,
  renewLease: Lease,
  session: UploadSession,
  endsBefore: Instant,
): ResultAsync<boolean, Unavailable> =>
  safeTry(async function* () {
    const isClosed = yield* await close(ports, session, endsBefore);
    if (!isClosed) return ok(false);
    let after: Oid | undefined;
    for (;;) {
      const from = after;
      const slice = yield* await ports.unitOfWork.read(({ uploads }) => uploads.listHeld(session.id, from, objectsPerSlice));
      for (const object of slice) {
        const held = yield* await renewLease();
        if (!held) return ok(false);
        yield* await settle(ports, { session, object });
      }
      after = slice.at(-1)?.oid;
      if (slice.length < objectsPerSlice) break;
    }
    return ports.unitOfWork.transact(async ({ uploads }): Promise<Result<boolean, never>> => {
      await uploads.markSettled(session.id);
      return ok(true);
    });
  });

/**
 * Gives back what is held for bytes that cannot come any more: what a larger URL could have brought, and what an LFS push has asked for an hour ago and never
 * sent. What is staged stays counted. Counts the objects and sessions that it has settled.
 */
export const settleReservations = (ports: SettlePorts, renewLease: Lease, now: Instant): ResultAsync<number, Unavailable> =>
  safeTry(async function* () {
    const nothing = (): ResultAsync<void, never> => okAsync();
    const oversized = yield* await ports.unitOfWork.read(({ uploads }) => uploads.listOversized(now, objectsPerRun));
    const objects = yield* await forEachWhileLeased(renewLease, oversized, (held) => settle(ports, held), nothing);
    // Each batch moves the end of its session on.
    const endsBefore = now - reservationHoldMs + uploadSessionLifetimeMs;
    const idle = yield* await ports.unitOfWork.read(({ uploads }) => uploads.listUnsettled(endsBefore, sessionsPerRun));
    const settleOne = (session: UploadSession) => settleSession(ports, renewLease, session, endsBefore);
    return (await forEachWhileLeased(renewLease, idle, settleOne, nothing)).map((sessions) => objects + sessions);
  });
