import { ok, type Result, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../../access/grant.js';
import { withRegrantedRepository } from '../../../access/lock-granted.js';
import type { Forbidden, NotFound, Unavailable } from '../../../model/app-error.js';
import type { TransferKind, TransferStats } from '../../../model/chunk-tree/transfer-event.js';
import type { Ports } from '../../../ports/ports.js';

export interface RecordTransfer {
  readonly kind: TransferKind;
  readonly stats: TransferStats;
}

export const recordTransfer =
  (ports: Pick<Ports, 'unitOfWork' | 'clock' | 'random'>) =>
  (
    grant: RepositoryGrant<'repository.pull'>,
    { kind, stats }: RecordTransfer,
  ): ResultAsync<void, NotFound | Forbidden | Unavailable> =>
    withRegrantedRepository(ports, grant, async (records, { repository: { repositoryId } }): Promise<Result<void, never>> => {
      await records.tree.addTransfer(repositoryId, { id: ports.random.uuid(), kind, stats, at: ports.clock.now() });
      return ok(undefined);
    });
