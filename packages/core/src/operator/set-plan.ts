import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import { type NotFound, notFound, type Unavailable } from '../app-error.js';
import { operatorAuditEvent } from '../audit/audit-event.js';
import { holdOrganization } from '../organizations/hold-organization.js';
import type { Organization } from '../organizations/organization.js';
import type { Ports } from '../ports/ports.js';
import type { PlanId } from '../quotas/plan.js';
import { noteQuotaOfPlan } from '../usage/charge-usage.js';
import type { Slug } from '../values/index.js';

/** What is omitted stays as it is. */
export interface SetPlan {
  readonly organization: Slug;
  readonly planId?: PlanId | undefined;
  readonly hasByosAddOn?: boolean | undefined;
}

const changedBy = (before: Organization, { planId = before.planId, hasByosAddOn = before.hasByosAddOn }: SetPlan) =>
  planId === before.planId && hasByosAddOn === before.hasByosAddOn ? undefined : { ...before, planId, hasByosAddOn };

/**
 * Gives an organization a plan, or the add-on that some plans demand for storage connections, whoever pays for it. It holds until a subscription of the
 * organization changes what it gives. What the organization has stays, also where a smaller plan would not allow it any more.
 */
export const setPlan =
  (ports: Pick<Ports, 'unitOfWork' | 'clock'>) =>
  (command: SetPlan): ResultAsync<Organization, NotFound | Unavailable> =>
    ports.unitOfWork.transact(async (records): Promise<Result<Organization, NotFound>> => {
      const named = await records.organizations.findBySlug(command.organization);
      if (named === undefined) return err(notFound);
      const held = await holdOrganization(records, named.id);
      if (held.isErr()) return err(held.error);
      const changed = changedBy(held.value, command);
      if (changed === undefined) return ok(held.value);
      await records.organizations.update(changed);
      const now = ports.clock.now();
      await noteQuotaOfPlan(records, named.id, now);
      await records.audit.append(operatorAuditEvent(named.id, 'organization.plan.set', named.id, now));
      return ok(changed);
    });
