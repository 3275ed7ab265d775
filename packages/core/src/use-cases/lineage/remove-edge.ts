import { err, ok, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { withRegrantedRepository } from '../../access/lock-granted.js';
import { type Forbidden, type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import { auditEvent } from '../../model/audit-event.js';
import type { GraphEdgeId } from '../../model/values/ids.js';
import type { Ports } from '../../ports/ports.js';
import { edgeFacts } from './edge-facts.js';

export const removeEdge =
  (ports: Pick<Ports, 'unitOfWork' | 'clock'>) =>
  (grant: RepositoryGrant<'repository.update'>, edgeId: GraphEdgeId): ResultAsync<void, NotFound | Forbidden | Unavailable> =>
    withRegrantedRepository(ports, grant, async (records, { caller, repository: { repositoryId, organizationId } }) => {
      const edge = await records.lineage.remove(repositoryId, edgeId);
      if (edge === undefined) return err(notFound);
      const action = 'repository.graph_edge.delete';
      await records.audit.append(auditEvent(caller, organizationId, action, edgeId, ports.clock.now(), edgeFacts(edge)));
      return ok(undefined);
    });
