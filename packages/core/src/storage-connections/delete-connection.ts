import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../access/grant.js';
import { type Conflict, conflict, type NotFound, notFound, type Unavailable } from '../app-error.js';
import { auditEvent } from '../audit/audit-event.js';
import { holdOrganization } from '../organizations/hold-organization.js';
import type { Ports } from '../ports/ports.js';
import type { StorageConnectionId } from '../values/index.js';

/** Forgets a connection that no repository uses, with its secret. What lies in the bucket is the customer's and stays there. */
export const deleteConnection =
  (ports: Pick<Ports, 'unitOfWork' | 'clock'>) =>
  (
    { caller, organization: { id: organizationId } }: OrganizationGrant<'storage.manage'>,
    id: StorageConnectionId,
  ): ResultAsync<void, NotFound | Conflict | Unavailable> =>
    ports.unitOfWork.transact(async (records): Promise<Result<void, NotFound | Conflict>> => {
      const held = await holdOrganization(records, organizationId);
      if (held.isErr()) return err(held.error);
      const outcome = await records.connections.remove(organizationId, id);
      if (outcome !== 'removed') return err(outcome === 'in_use' ? conflict('in_use') : notFound);
      await records.audit.append(auditEvent(caller, organizationId, 'storage_connection.delete', id, ports.clock.now()));
      return ok();
    });
