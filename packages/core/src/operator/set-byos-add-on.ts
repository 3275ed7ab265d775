import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { NotFound, Unavailable } from '../app-error.js';
import { operatorAuditEvent } from '../audit/audit-event.js';
import { holdOrganization } from '../organizations/hold-organization.js';
import type { Organization } from '../organizations/organization.js';
import type { Ports } from '../ports/ports.js';
import type { OrganizationId } from '../values/index.js';

export interface SetByosAddOn {
  readonly organizationId: OrganizationId;
  readonly isEnabled: boolean;
}

/** Gives an organization the add-on that its plan may demand for storage connections, or takes it away. Connections that it has stay. */
export const setByosAddOn =
  (ports: Pick<Ports, 'unitOfWork' | 'clock'>) =>
  ({ organizationId, isEnabled }: SetByosAddOn): ResultAsync<Organization, NotFound | Unavailable> =>
    ports.unitOfWork.transact(async (records): Promise<Result<Organization, NotFound>> => {
      const held = await holdOrganization(records, organizationId);
      if (held.isErr()) return err(held.error);
      if (held.value.hasByosAddOn === isEnabled) return ok(held.value);
      const changed = { ...held.value, hasByosAddOn: isEnabled };
      await records.organizations.update(changed);
      const at = ports.clock.now();
      await records.audit.append(operatorAuditEvent(organizationId, 'organization.byos_add_on.set', organizationId, at));
      return ok(changed);
    });
