import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { Unavailable } from '../../model/app-error.js';
import { auditFacts, operatorAuditEvent } from '../../model/audit-event.js';
import type { Oid } from '../../model/values/index.js';
import { restoreUnread } from '../../steps/quarantine/restore-unread.js';
import { withIndexComplete } from '../../steps/reachability/with-index-complete.js';
import { type changed, type HeldSight, holdSight, type LookPorts } from './unreachable-sight.js';

/** Brings back what the service has removed by itself and a ref reaches again; answers how many. `changed` when the index is not what was looked at. */
export const restoreReached = (
  ports: LookPorts,
  sight: HeldSight,
  oids: readonly Oid[],
): ResultAsync<number, typeof changed | Unavailable> =>
  ports.unitOfWork.transact(async (records): Promise<Result<number, typeof changed>> => {
    const now = ports.clock.now();
    const held = await holdSight(records, ports, sight, now);
    if (held.isErr()) return err(held.error);
    const { repository } = held.value;
    const { id: repositoryId, organizationId, namespace } = repository;
    const found = [...(await records.quarantine.find(repositoryId, oids)).values()].filter(
      ({ state, removedBy }) => state === 'quarantined' && removedBy === undefined,
    );
    if (found.length === 0) return ok(0);
    const restored = await withIndexComplete(records, repository, async () => {
      await records.usage.hold({ organizationId, repositoryId });
      // Then comes the generation: its row is what rivals wait for.
      await records.repositories.bumpGeneration(repositoryId, now);
      return restoreUnread(ports, records, { repositoryId, organizationId, namespace }, found, now);
    });
    for (const { oid, sizeBytes } of restored) {
      const details = auditFacts({ oid, size: sizeBytes, reason: 'reached_again' });
      await records.audit.append(operatorAuditEvent(organizationId, 'repository.object.restore', repositoryId, now, details));
    }
    return ok(restored.length);
  });
