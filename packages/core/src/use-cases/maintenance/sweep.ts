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
import { beyondSchedule, connectionOf, DAY_MS, type Instant, stagingPrefix } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Queries, Records } from '../../ports/unit-of-work.js';
import { abortParts } from '../../steps/objects/abort-multipart.js';
import type { Verifying } from '../../steps/verification/verifications.js';
import { verifyBeforeSweep } from './verify-before-sweep.js';
import { reclaimObjects } from './reclaim-objects.js';
import { sweepSnapshots } from './sweep-snapshots.js';
import { sweepIndexSessions } from './sweep-index-sessions.js';
import { settleReservations } from './settle-reservations.js';

/** How many sessions one run looks at, so that it never holds anything for long; what is left is for the next run. */
const sessionsPerRun = 500;
/** For how long after its end an LFS session that could not be settled is left open. */
const settlingWaitMs = DAY_MS;
/** Longer than any session can be taken up again with the key that opened it. */
const idempotencyRetentionMs = maxMultipartSessionMs + DAY_MS;
/** Of webhook deliveries, which are for finding out what went wrong, and no archive (spec 6.3). */
const deliveryRetentionMs = 30 * DAY_MS;
const notificationRetentionMs = 90 * DAY_MS;
/** Of what was handed to the webhooks, and of the service's own events: nobody asks for them any more, but one who looks into the database for what has happened. */
const domainEventRetentionMs = 30 * DAY_MS;
/** Longer than a process that the database does not answer goes on counting. */
const writerRetentionMs = 30 * DAY_MS;
/** What is forgotten in one transaction, which others wait for, and how often in a run; what is left is for the next run. */
const rowsPerTransaction = 500;
const transactionsPerRun = 20;
/** Of domain events, by their numbers: these have gaps, so how many were removed does not tell whether more are left. */
const eventNumbersPerRun = 5000;
const graceMs: Readonly<Record<UploadSessionKind, number>> = { session: stagingGraceMs, lfs: lfsStagingGraceMs };

/** Reconciles the files of chunk trees whose upload broke off; counts them. */
export type ReconcileStaleFiles = (renewLease: Lease) => ResultAsync<number, Unavailable>;

type SweepPorts = Pick<Ports, 'unitOfWork' | 'blobs' | 'clock' | 'random'> & Verifying;

/** Ends a session whose time is over; a finalize that came first wins. What it holds back may have come, and is counted until it was swept. */
const expire = (ports: SweepPorts, session: UploadSession, now: Instant): ResultAsync<boolean, Unavailable> =>
  ports.unitOfWork.transact(async ({ uploads, usage }): Promise<Result<boolean, never>> => {
    if (!(await uploads.expire(session.id, now))) return ok(false);
    await usage.keep(session.organizationId, await uploads.heldBySession(session.id));
    return ok(true);
  });

/** Whether it staged into a customer's bucket whose connection was deleted since: what lies there is out of reach for good. */
const isOutOfReach = ({ unitOfWork }: SweepPorts, { namespace }: UploadSession): ResultAsync<boolean, Unavailable> => {
  const connectionId = connectionOf(namespace);
  if (connectionId === undefined) return okAsync(false);
  return unitOfWork.read(({ connections }) => connections.findForRouting(connectionId)).map((found) => found === undefined);
};

/** Whether the repository is gone: then all that lies there goes with it, and is counted with it. */
const isDeleted = ({ unitOfWork }: SweepPorts, { repositoryId }: UploadSession): ResultAsync<boolean, Unavailable> =>
  unitOfWork.read(({ repositories }) => repositories.find(repositoryId)).map((found) => found === undefined);

/** Whether all that could still become an object is one now. What is out of reach, or goes with its repository, cannot. */
const isVerified = (ports: SweepPorts, renewLease: Lease, session: UploadSession): ResultAsync<boolean, Unavailable> =>
  safeTry(async function* () {
    const isLost = (yield* await isOutOfReach(ports, session)) || (yield* await isDeleted(ports, session));
    return isLost ? ok(true) : verifyBeforeSweep(ports, renewLease, session);
  });

/** Removes what the session has brought and nobody can come to need; false when something was left. */
const removeBrought = (ports: SweepPorts, renewLease: Lease, session: UploadSession): ResultAsync<boolean, Unavailable> =>
  safeTry(async function* () {
    const isGone = yield* await isOutOfReach(ports, session);
    if (isGone) return ok(true);
    yield* await abortParts(ports, session);
    yield* await ports.blobs.deletePrefix(stagingPrefix(session.namespace, session.id));
    const goesWithRepository = yield* await isDeleted(ports, session);
    return goesWithRepository ? ok(true) : reclaimObjects(ports, renewLease, session);
  });

const sweepSession = (
  ports: SweepPorts,
  renewLease: Lease,
  session: UploadSession,
  now: Instant,
): ResultAsync<boolean, Unavailable> =>
  safeTry(async function* () {
    const transact = <T>(work: (records: Records) => Promise<T>): ResultAsync<T, Unavailable> =>
      ports.unitOfWork.transact(async (records): Promise<Result<T, never>> => ok(await work(records)));
    const mayBegin = yield* await isVerified(ports, renewLease, session);
    if (!mayBegin) return (await postpone(ports, session, now)).map(() => false);
    yield* await transact(({ uploads }) => uploads.beginSweep(session.id));
    const isRemoved = yield* await removeBrought(ports, renewLease, session);
    if (!isRemoved) return (await postpone(ports, session, now)).map(() => false);
    return transact(async ({ uploads, usage }) => {
      await usage.countReclaimable(session.organizationId, -(await uploads.takeReservations(session.id)));
      await uploads.markSwept(session.id);
      return true;
    });
  });

/** Its storage does not answer, or somebody still needs something of it; it is tried again after a while, behind the others. */
const postpone = (ports: SweepPorts, { id, kind }: UploadSession, now: Instant): ResultAsync<void, Unavailable> =>
  ports.unitOfWork.transact(async (records): Promise<Result<void, never>> => {
    await records.uploads.postponeSweep(id, now + stagingGraceMs - graceMs[kind]);
    return ok(undefined);
  });

type Forget = (records: Records, now: Instant) => Promise<number>;

/** Of each there can be very much: after a pause of the service, or a month after very many of them. */
const forgottenInSlices: readonly Forget[] = [
  ({ credentials }, now) => credentials.removeExpiredSessions(now, rowsPerTransaction),
  ({ idempotency }, now) => idempotency.removeOlder(now - idempotencyRetentionMs, rowsPerTransaction),
  ({ deliveries }, now) => deliveries.removeOlder(now - deliveryRetentionMs, rowsPerTransaction),
  ({ notifications }, now) => notifications.removeOlder(now - notificationRetentionMs, rowsPerTransaction),
];

const forget = ({ unitOfWork }: SweepPorts, now: Instant): ResultAsync<void, Unavailable> =>
  safeTry(async function* () {
    for (const slice of forgottenInSlices) {
      let removed = rowsPerTransaction;
      for (let made = 0; removed === rowsPerTransaction && made < transactionsPerRun; made += 1) {
        removed = yield* await unitOfWork.transact(async (records): Promise<Result<number, never>> =>
          ok(await slice(records, now)),
        );
      }
    }
    return unitOfWork.transact(async ({ outbox, invitations, billing, traffic }): Promise<Result<void, never>> => {
      await outbox.removeOlder(now - domainEventRetentionMs, beyondSchedule(now, 0), eventNumbersPerRun);
      await invitations.removeMailsBefore(now - invitationMailMemoryMs);
      await billing.removeEventsOlder(now - eventRetentionMs);
      await traffic.forgetWriters(now - writerRetentionMs);
      return ok(undefined);
    });
  });

/**
 * Those whose time is over. What an LFS session holds back for nothing is settled while it is open: ended before that, after a pause of the service, it would
 * hold it for two days more. So it waits for that, but not for ever on storage that does not answer.
 */
const listOver = async ({ uploads }: Queries, now: Instant): Promise<readonly UploadSession[]> => {
  const unsettled = await uploads.listUnsettled(now, sessionsPerRun);
  const waiting = new Set(unsettled.filter(({ expiresAt }) => now < expiresAt + settlingWaitMs).map(({ id }) => id));
  return (await uploads.listExpired(now, sessionsPerRun)).filter(({ id }) => !waiting.has(id));
};

const expireAll = (ports: SweepPorts, renewLease: Lease, now: Instant): ResultAsync<number, Unavailable> =>
  safeTry(async function* () {
    const sessions = yield* await ports.unitOfWork.read((queries) => listOver(queries, now));
    return forEachWhileLeased(
      renewLease,
      sessions,
      (session) => expire(ports, session, now),
      () => okAsync(undefined),
    );
  });

const sweepAll = (
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
      (session) => sweepSession(ports, renewLease, session, now),
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
    const forgotten = await forget(ports, now);
    const settled = await settleReservations(ports, renewLease, now);
    const expired = await expireAll(ports, renewLease, now);
    const removed = await sweepAll(ports, renewLease, 'session', now);
    const removedOfLfs = await sweepAll(ports, renewLease, 'lfs', now);
    const reconciled = await reconcileStaleFiles(renewLease);
    const indexSessions = await sweepIndexSessions(ports, renewLease, now);
    const snapshots = await sweepSnapshots(ports, renewLease, now);
    const counts = Result.combine([expired, settled, removed, removedOfLfs, reconciled, indexSessions, snapshots]).map(
      ([expiredSessions, settledReservations, ofClients, ofLfs, reconciledFiles, sweptIndexSessions, sweptSnapshots]) => ({
        expiredSessions,
        settledReservations,
        sweptSessions: ofClients + ofLfs,
        reconciledFiles,
        sweptIndexSessions,
        sweptSnapshots,
      }),
    );
    return forgotten.andThen(() => counts);
  });

/** Longer than removing what one session staged takes. */
const sweepLease = { name: 'sweep', durationMs: 5 * 60_000 };
const nothing: Swept = {
  expiredSessions: 0,
  settledReservations: 0,
  sweptSessions: 0,
  reconciledFiles: 0,
  sweptIndexSessions: 0,
  sweptSnapshots: 0,
};

export const sweep = (ports: SweepPorts, reconcileStaleFiles: ReconcileStaleFiles) => (): ResultAsync<Swept, Unavailable> =>
  withLease(ports)(sweepLease, (renewLease) => sweepLeased(ports, reconcileStaleFiles, renewLease)).map(
    (swept) => swept ?? nothing,
  );
