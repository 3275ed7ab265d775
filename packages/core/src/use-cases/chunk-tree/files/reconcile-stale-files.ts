import { err, ok, type Result, type ResultAsync, safeTry } from 'neverthrow';
import { forEachWhileLeased } from '../../../concurrency/for-each-while-leased.js';
import type { Lease } from '../../../concurrency/lease.js';
import type { Unavailable } from '../../../model/app-error.js';
import type { TreeFile } from '../../../model/chunk-tree/tree-file.js';
import type { RepositoryId } from '../../../model/values/index.js';
import type { Ports } from '../../../ports/ports.js';
import { reconcileTreeFile } from './reconcile-tree-file.js';
import { senderLeaseMs } from './sender-lease.js';

/** Senders say more often that they are at work; the rest is for clocks that differ. */
const staleAfterMs = 4 * senderLeaseMs;
/** How many files one run looks at; what is left is for the next run. */
const filesPerRun = 500;

type StaleFile = TreeFile & { readonly repositoryId: RepositoryId };
type ReconcilePorts = Pick<Ports, 'unitOfWork' | 'blobs' | 'clock'>;

const reconcileFile = (ports: ReconcilePorts, { repositoryId, path }: StaleFile): ResultAsync<boolean, Unavailable> =>
  safeTry(async function* () {
    const repository = yield* await ports.unitOfWork.read(({ repositories }) => repositories.find(repositoryId));
    if (repository === undefined) return ok(false);
    const { namespace, organizationId } = repository;
    const owner = { repositoryId, namespace, organizationId };
    const settled = await reconcileTreeFile(ports, owner, path, Infinity);
    if (settled.isOk()) return ok(true);
    // A repository that has gone took the file with it; one that is full keeps it as it is until there is room.
    return settled.error.kind === 'unavailable' ? err(settled.error) : ok(false);
  });

/** The file's storage does not answer; it goes behind the others, unless somebody else has changed it meanwhile. */
const postpone = (ports: ReconcilePorts, { repositoryId, ...stale }: StaleFile): ResultAsync<void, Unavailable> =>
  ports.unitOfWork.transact(async ({ tree }): Promise<Result<void, never>> => {
    const file = await tree.findFile(repositoryId, stale.path);
    if (file?.state === 'receiving' && file.changedAt === stale.changedAt) {
      await tree.putFile(repositoryId, { ...file, changedAt: ports.clock.now() });
    }
    return ok(undefined);
  });

/**
 * Settles the files that were declared and charged and of whose senders nothing was heard for a minute, because their process died in between: what is in
 * the store is kept, the rest is refunded. Returns how many were settled. Right at any time, even beside an upload that still runs: that one
 * settles its file again.
 */
export const reconcileStaleFiles =
  (ports: ReconcilePorts) =>
  (renewLease: Lease): ResultAsync<number, Unavailable> =>
    safeTry(async function* () {
      const before = ports.clock.now() - staleAfterMs;
      const stale = yield* await ports.unitOfWork.transact(async ({ tree }) =>
        ok(await tree.listStaleFiles(before, filesPerRun)),
      );
      return forEachWhileLeased(
        renewLease,
        stale,
        (file) => reconcileFile(ports, file),
        (file) => postpone(ports, file),
      );
    });
