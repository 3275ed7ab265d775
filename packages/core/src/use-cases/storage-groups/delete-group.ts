import { err, ok, type ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import { withLockedOrganization } from '../../access/lock-granted.js';
import { type Forbidden, type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import { auditChanges, auditEvent } from '../../model/audit-event.js';
import type { StorageGroupId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';

export const deleteGroup =
  (ports: Pick<Ports, 'unitOfWork' | 'clock'>) =>
  (grant: OrganizationGrant<'storage.manage'>, id: StorageGroupId): ResultAsync<void, NotFound | Forbidden | Unavailable> =>
    withLockedOrganization(ports, grant, async (records, { caller, organization }) => {
      const organizationId = organization.id;
      const before = await records.groups.find(organizationId, caller.userId, id);
      if (!(await records.groups.remove(organizationId, id))) return err(notFound);
      const details = auditChanges({ name: before?.name }, {});
      await records.audit.append(auditEvent(caller, organizationId, 'storage_group.delete', id, ports.clock.now(), details));
      return ok();
    });
