import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import { type RepositoryGrant, strengthen } from '../../../access/grant.js';
import { withRegrantedRepository } from '../../../access/lock-granted.js';
import type { Forbidden, NotFound, Unavailable } from '../../../model/app-error.js';
import type { TransferKind, TransferStats } from '../../../model/chunk-tree/transfer-event.js';
import type { Ports } from '../../../ports/ports.js';
import type { Records } from '../../../ports/unit-of-work.js';

export interface RecordTransfer {
  readonly kind: TransferKind;
  readonly stats: TransferStats;
}

type Pull = RepositoryGrant<'repository.pull'>;

const demandPush = (granted: Pull): Forbidden | undefined =>
  strengthen(granted, 'repository.push').match(
    () => undefined,
    (refused) => refused,
  );

/** What the organization is told of its repository comes from those who belong there, not from everybody who may read what is public. */
const demandMember = async ({ access }: Records, { caller, repository }: Pull): Promise<Forbidden | undefined> => {
  const { role, override } = (await access.ofRepository(caller.userId, repository.repositoryId)) ?? {};
  return role === undefined && override === undefined ? { kind: 'forbidden', reason: 'permission' } : undefined;
};

export const recordTransfer =
  (ports: Pick<Ports, 'unitOfWork' | 'clock' | 'random'>) =>
  (grant: Pull, { kind, stats }: RecordTransfer): ResultAsync<void, NotFound | Forbidden | Unavailable> =>
    withRegrantedRepository(ports, grant, async (records, granted): Promise<Result<void, Forbidden>> => {
      const { repositoryId } = granted.repository;
      const refused = kind === 'push' ? demandPush(granted) : await demandMember(records, granted);
      if (refused !== undefined) return err(refused);
      await records.tree.addTransfer(repositoryId, { id: ports.random.uuid(), kind, stats, at: ports.clock.now() });
      return ok(undefined);
    });
