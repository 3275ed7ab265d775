import { err, ok, type ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import { withLockedOrganization } from '../../access/lock-granted.js';
import { type Conflict, conflict, type Forbidden, type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import { auditChanges, auditEvent, auditFacts } from '../../model/audit-event.js';
import type { MeasuredGroup } from '../../model/storage-group.js';
import type { StorageGroupId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';

/** What is omitted stays as it is. */
export interface UpdateGroup {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
}

export const updateGroup =
  (ports: Pick<Ports, 'unitOfWork' | 'clock'>) =>
  (
    grant: OrganizationGrant<'storage.manage'>,
    id: StorageGroupId,
    command: UpdateGroup,
  ): ResultAsync<MeasuredGroup, NotFound | Forbidden | Conflict | Unavailable> =>
    withLockedOrganization(ports, grant, async (records, { caller, organization }) => {
      const organizationId = organization.id;
      const before = await records.groups.find(organizationId, caller.userId, id);
      if (before === undefined) return err(notFound);
      const { name = before.name, description = before.description } = command;
      if (name === before.name && description === before.description) return ok(before);
      const changed = { ...before, name, description, updatedAt: ports.clock.now() };
      if (!(await records.groups.update(changed))) return err(conflict('duplicate_name'));
      // Of the description only that it changed.
      const details = {
        ...auditFacts({ description_changed: description === before.description ? undefined : true }),
        ...auditChanges({ name: before.name }, { name }),
      };
      await records.audit.append(auditEvent(caller, organizationId, 'storage_group.update', id, changed.updatedAt, details));
      return ok(changed);
    });
