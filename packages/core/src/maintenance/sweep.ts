import { ok, type Result, ResultAsync } from 'neverthrow';
import type { Unavailable } from '../app-error.js';
import { settleStaleFiles } from '../chunk-tree/settle-stale-files.js';
import type { Ports } from '../ports/ports.js';
import { stagingGraceMs, type UploadSession } from '../uploads/upload-session.js';
import { DAY_MS, type Instant, stagingPrefix } from '../values/index.js';

/** How many sessions one run looks at, so that it never holds anything for long; what is left is for the next run. */
const sessionsPerRun = 500;
/** Longer than any client retries with one key. */
const idempotencyRetentionMs = 2 * DAY_MS;

export interface Swept {
  readonly expiredSessions: number;
  readonly sweptSessions: number;
  /** Files of chunk trees whose upload ended without a word. */
  readonly settledFiles: number;
}

type SweepPorts = Pick<Ports, 'unitOfWork' | 'blobs' | 'clock'>;

/** Ends a session whose time is over and gives back what it held; a finalize that came first wins. */
const expire = (ports: SweepPorts, session: UploadSession, now: Instant): ResultAsync<boolean, Unavailable> =>
  ports.unitOfWork.transact(async (records): Promise<Result<boolean, never>> => {
    if (!(await records.uploads.expire(session.id, now))) return ok(false);
    await records.usage.release(session.organizationId, await records.uploads.takeReservations(session.id));
    return ok(true);
  });

/** Removes what the session staged and nobody can send any more. Final keys are never touched. */
const removeStaged = (ports: SweepPorts, session: UploadSession): ResultAsync<boolean, Unavailable> =>
  ports.blobs.deletePrefix(stagingPrefix(session.namespace, session.id)).andThen(() =>
    ports.unitOfWork.transact(async (records): Promise<Result<boolean, never>> => {
      await records.uploads.markSwept(session.id);
      return ok(true);
    }),
  );

const each = (
  sessions: readonly UploadSession[],
  act: (session: UploadSession) => ResultAsync<boolean, Unavailable>,
): ResultAsync<number, Unavailable> =>
  new ResultAsync(
    (async (): Promise<Result<number, Unavailable>> => {
      let count = 0;
      for (const session of sessions) {
        const outcome = await act(session);
        if (outcome.isErr()) return outcome.map(() => count);
        if (outcome.value) count += 1;
      }
      return ok(count);
    })(),
  );

const forget = (ports: SweepPorts, now: Instant): ResultAsync<void, Unavailable> =>
  ports.unitOfWork.transact(async (records): Promise<Result<void, never>> => {
    await records.credentials.removeExpiredSessions(now);
    await records.idempotency.removeOlder(now - idempotencyRetentionMs);
    return ok(undefined);
  });

/**
 * One run of the periodic clean-up: sessions past their end become EXPIRED and give their reservations back; later their staged bytes go.
 * Files of chunk trees whose upload broke off long ago are settled with what is in the store.
 * Safe to run at any time, any number of times, beside everything else.
 */
export const sweep = (ports: SweepPorts) => (): ResultAsync<Swept, Unavailable> => {
  const now = ports.clock.now();
  return forget(ports, now)
    .andThen(() => ports.unitOfWork.read((queries) => queries.uploads.listExpired(now, sessionsPerRun)))
    .andThen((sessions) => each(sessions, (session) => expire(ports, session, now)))
    .andThen((expiredSessions) =>
      ports.unitOfWork
        .read((queries) => queries.uploads.listUnswept(now - stagingGraceMs, sessionsPerRun))
        .andThen((sessions) => each(sessions, (session) => removeStaged(ports, session)))
        .andThen((sweptSessions) =>
          settleStaleFiles(ports)().map((settledFiles) => ({ expiredSessions, sweptSessions, settledFiles })),
        ),
    );
};
