import { err, ok, type ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import { withLockedOrganization } from '../../access/lock-granted.js';
import { type Conflict, conflict, type Forbidden, type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import { auditChanges, auditEvent, auditFacts } from '../../model/audit-event.js';
import type { StorageConnectionId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import { connectionDetails } from './connection-details.js';

type Problem = NotFound | Forbidden | Conflict;

export const deleteConnection =
  (ports: Pick<Ports, 'unitOfWork' | 'clock'>) =>
  (grant: OrganizationGrant<'storage.manage'>, id: StorageConnectionId): ResultAsync<void, Problem | Unavailable> =>
    withLockedOrganization(ports, grant, async (records, { caller, organization }) => {
      const organizationId = organization.id;
      const before = await records.connections.find(organizationId, id);
      const outcome = await records.connections.remove(organizationId, id);
      if (outcome !== 'removed') return err(outcome === 'in_use' ? conflict('in_use') : notFound);
      const left = await records.repositories.listDeletedIn(id);
      const details = {
        ...(before !== undefined && auditChanges(connectionDetails(before), {})),
        // Until their bytes are removed the service keeps the login.
        ...(left.length > 0 && auditFacts({ unreclaimed_repositories: left.map(({ repositoryId }) => repositoryId) })),
      };
      await records.audit.append(auditEvent(caller, organizationId, 'storage_connection.delete', id, ports.clock.now(), details));
      return ok();
    });
