import { err, ok, type ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import { withLockedOrganization } from '../../access/lock-granted.js';
import { type Conflict, conflict, type Forbidden, type NotFound, type Unavailable } from '../../model/app-error.js';
import { auditChanges, auditEvent } from '../../model/audit-event.js';
import type { MeasuredGroup, StorageGroup } from '../../model/storage-group.js';
import { type StorageGroupId, trusted } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';

export interface CreateGroup {
  readonly name: string;
  /** Empty when omitted. */
  readonly description?: string | undefined;
}

export const createGroup =
  (ports: Pick<Ports, 'unitOfWork' | 'clock' | 'random'>) =>
  (
    grant: OrganizationGrant<'storage.manage'>,
    { name, description = '' }: CreateGroup,
  ): ResultAsync<MeasuredGroup, NotFound | Forbidden | Conflict | Unavailable> => {
    const organizationId = grant.organization.id;
    const id = trusted<StorageGroupId>(ports.random.uuid());
    const now = ports.clock.now();
    const group: StorageGroup = { id, organizationId, name, description, createdAt: now, updatedAt: now };
    return withLockedOrganization(ports, grant, async (records, { caller }) => {
      if (!(await records.groups.add(group))) return err(conflict('duplicate_name'));
      await records.audit.append(auditEvent(caller, organizationId, 'storage_group.create', id, now, auditChanges({}, { name })));
      return ok({ ...group, repositoryCount: 0, physicalBytes: 0 });
    });
  };
