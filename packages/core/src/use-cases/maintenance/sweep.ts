import type { Swept } from '../../model/maintenance.js';
import { ok, okAsync, Result, type ResultAsync, safeTry } from 'neverthrow';
import { forEachWhileLeased } from '../../concurrency/for-each-while-leased.js';
import type { Lease } from '../../concurrency/lease.js';
import { withLease } from '../../concurrency/with-lease.js';
import type { Unavailable } from '../../model/app-error.js';
import { eventRetentionMs } from '../../model/billing/event-window.js';
import { invitationMailMemoryMs } from '../../model/invitations/invitation.js';
import {
  lfsStagingGraceMs,
  maxMultipartSessionMs,
  stagingGraceMs,
  type UploadSession,
  type UploadSessionKind,
} from '../../model/uploads/upload-session.js';
import { connectionOf, DAY_MS, type Instant, stagingPrefix } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import { abortParts } from '../../steps/objects/abort-multipart.js';

/** How many sessions one run looks at, so that it never holds anything for long; what is left is for the next run. */
const sessionsPerRun = 500;
/** Longer than any session can be taken up again with the key that opened it. */
const idempotencyRetentionMs = maxMultipartSessionMs + DAY_MS;
/** Of webhook deliveries, which are for finding out what went wrong, and no archive (spec 6.3). */
const deliveryRetentionMs = 30 * DAY_MS;
const notificationRetentionMs = 90 * DAY_MS;
const rowsPerRun = 5000;
const graceMs: Readonly<Record<UploadSessionKind, number>> = { session: stagingGraceMs, lfs: lfsStagingGraceMs };

/** Reconciles the files of chunk trees whose upload broke off; counts them. */
export type ReconcileStaleFiles = (renewLease: Lease) => ResultAsync<number, Unavailable>;

type SweepPorts = Pick<Ports, 'unitOfWork' | 'blobs' | 'clock' | 'random'>;

/** Ends a session whose time is over and gives back what it held; a finalize that came first wins. */
const expire = (ports: SweepPorts, session: UploadSession, now: Instant): ResultAsync<boolean, Unavailable> =>
  ports.unitOfWork.transact(async (records): Promise<Result<boolean, never>> => {
    if (!(await records.uploads.expire(session.id, now))) return ok(false);
    await records.usage.release(session.organizationId, await records.uploads.takeReservations(session.id));
    return ok(true);
  });

/** Whether it staged into a customer's bucket whose connection was deleted since: what lies there is out of reach for good. */
const isOutOfReach = ({ unitOfWork }: SweepPorts, { namespace }: UploadSession): ResultAsync<boolean, Unavailable> => {
  const connectionId = connectionOf(namespace);
  if (connectionId === undefined) return okAsync(false);
  return unitOfWork.read(({ connections }) => connections.findForRouting(connectionId)).map((found) => found === undefined);
};

/** Removes what the session staged and nobody can send any more. Final keys are never touched. */
const removeStaged = (ports: SweepPorts, session: UploadSession): ResultAsync<boolean, Unavailable> =>
  isOutOfReach(ports, session)
    .andThen((isGone) =>
      isGone
        ? okAsync(undefined)
        : abortParts(ports, session).andThen(() => ports.blobs.deletePrefix(stagingPrefix(session.namespace, session.id))),
    )
    .andThen(() =>
      ports.unitOfWork.transact(async (records): Promise<Result<boolean, never>> => {
        await records.uploads.markSwept(session.id);
        return ok(true);
      }),
    );

/** Its storage does not answer; it is tried again after a while, behind the others. */
const postpone = (ports: SweepPorts, { id, kind }: UploadSession, now: Instant): ResultAsync<void, Unavailable> =>
  ports.unitOfWork.transact(async (records): Promise<Result<void, never>> => {
    await records.uploads.postponeSweep(id, now + stagingGraceMs - graceMs[kind]);
    return ok(undefined);
  });

const forget = (ports: SweepPorts, now: Instant): ResultAsync<void, Unavailable> =>
  ports.unitOfWork.transact(async (records): Promise<Result<void, never>> => {
    await records.credentials.removeExpiredSessions(now);
    await records.invitations.removeMailsBefore(now - invitationMailMemoryMs);
    await records.idempotency.removeOlder(now - idempotencyRetentionMs);
    await records.deliveries.removeOlder(now - deliveryRetentionMs, rowsPerRun);
    await records.notifications.removeOlder(now - notificationRetentionMs, rowsPerRun);
    await records.billing.removeEventsOlder(now - eventRetentionMs);
    return ok(undefined);
  });

const expireAll = (ports: SweepPorts, renewLease: Lease, now: Instant): ResultAsync<number, Unavailable> =>
  safeTry(async function* () {
    const sessions = yield* await ports.unitOfWork.read((queries) => queries.uploads.listExpired(now, sessionsPerRun));
    return forEachWhileLeased(
      renewLease,
      sessions,
      (session) => expire(ports, session, now),
      () => okAsync(undefined),
    );
  });

const removeAllStaged = (
  ports: SweepPorts,
  renewLease: Lease,
  kind: UploadSessionKind,
  now: Instant,
): ResultAsync<number, Unavailable> =>
  safeTry(async function* () {
    const endedBefore = now - graceMs[kind];
    const sessions = yield* await ports.unitOfWork.read(({ uploads }) => uploads.listUnswept(kind, endedBefore, sessionsPerRun));
    return forEachWhileLeased(
      renewLease,
      sessions,
      (session) => removeStaged(ports, session),
      (session) => postpone(ports, session, now),
    );
  });

/** Each part runs, whatever became of the one before; the first fault is the answer. */
const sweepLeased = (
  ports: SweepPorts,
  reconcileStaleFiles: ReconcileStaleFiles,
  renewLease: Lease,
): ResultAsync<Swept, Unavailable> =>
  safeTry(async function* () {
    const now = ports.clock.now();
    yield* await forget(ports, now);
    const expired = await expireAll(ports, renewLease, now);
    const removed = await removeAllStaged(ports, renewLease, 'session', now);
    const removedOfLfs = await removeAllStaged(ports, renewLease, 'lfs', now);
    const reconciled = await reconcileStaleFiles(renewLease);
    return Result.combine([expired, removed, removedOfLfs, reconciled]).map(
      ([expiredSessions, ofClients, ofLfs, reconciledFiles]) => ({
        expiredSessions,
        sweptSessions: ofClients + ofLfs,
        reconciledFiles,
      }),
    );
  });

/** Longer than removing what one session staged takes. */
const sweepLease = { name: 'sweep', durationMs: 5 * 60_000 };
const nothing: Swept = { expiredSessions: 0, sweptSessions: 0, reconciledFiles: 0 };

export const sweep = (ports: SweepPorts, reconcileStaleFiles: ReconcileStaleFiles) => (): ResultAsync<Swept, Unavailable> =>
  withLease(ports)(sweepLease, (renewLease) => sweepLeased(ports, reconcileStaleFiles, renewLease)).map(
    (swept) => swept ?? nothing,
  );
