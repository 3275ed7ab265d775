import { ok, okAsync, type Result, type ResultAsync, safeTry } from 'neverthrow';
import { forEachWhileLeased } from '../../concurrency/for-each-while-leased.js';
import type { Lease } from '../../concurrency/lease.js';
import type { Unavailable } from '../../model/app-error.js';
import type { IndexSession } from '../../model/git-index/git-index.js';
import type { Instant } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';

/** How many sessions one run removes, so that it never holds anything for long; what is left is for the next run. */
const sessionsPerRun = 100;

const removeSession = ({ unitOfWork }: Pick<Ports, 'unitOfWork'>, session: IndexSession): ResultAsync<boolean, Unavailable> =>
  unitOfWork.transact(async ({ gitIndex }): Promise<Result<boolean, never>> => {
    const { repositoryId } = session;
    const index = await gitIndex.lock(repositoryId);
    // It went with its repository.
    if (index === undefined) return ok(false);
    const freedBytes = await gitIndex.removeSession(session);
    await gitIndex.put(repositoryId, { ...index, bytes: index.bytes - freedBytes });
    return ok(true);
  });

/** Removes uploads to Git indexes that are over, with the commits that they leave incomplete; answers how many. */
export const sweepIndexSessions = (
  ports: Pick<Ports, 'unitOfWork'>,
  renewLease: Lease,
  now: Instant,
): ResultAsync<number, Unavailable> =>
  safeTry(async function* () {
    const sessions = yield* await ports.unitOfWork.read(({ gitIndex }) => gitIndex.listEndedSessions(now, sessionsPerRun));
    return forEachWhileLeased(
      renewLease,
      sessions,
      (session) => removeSession(ports, session),
      () => okAsync(undefined),
    );
  });
