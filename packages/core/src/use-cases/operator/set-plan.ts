import { err, ok, type ResultAsync, safeTry } from 'neverthrow';
import { type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import { auditChanges, operatorAuditEvent } from '../../model/audit-event.js';
import { planFacts } from '../../model/organizations/plan-facts.js';
import type { Organization } from '../../model/organizations/organization.js';
import type { PlanId } from '../../model/quotas/plan.js';
import type { Slug } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import { noteQuotaOfPlan } from '../../steps/accounting/note-quota.js';
import { lockOrganization } from '../../steps/lock-organization.js';

/** What is omitted stays as it is. */
export interface SetPlan {
  readonly organization: Slug;
  readonly planId?: PlanId | undefined;
  readonly hasByosAddOn?: boolean | undefined;
}

const changedBy = (before: Organization, { planId = before.planId, hasByosAddOn = before.hasByosAddOn }: SetPlan) =>
  planId === before.planId && hasByosAddOn === before.hasByosAddOn ? undefined : { ...before, planId, hasByosAddOn };

export const setPlan =
  (ports: Pick<Ports, 'unitOfWork' | 'clock'>) =>
  (command: SetPlan): ResultAsync<Organization, NotFound | Unavailable> =>
    ports.unitOfWork.transact((records) =>
      safeTry(async function* () {
        const named = await records.organizations.findBySlug(command.organization);
        if (named === undefined) return err(notFound);
        const held = yield* await lockOrganization(records, named.id);
        const changed = changedBy(held, command);
        if (changed === undefined) return ok(held);
        await records.organizations.update(changed);
        const now = ports.clock.now();
        await noteQuotaOfPlan(records, named.id, now);
        const details = auditChanges(planFacts(held), planFacts(changed));
        await records.audit.append(operatorAuditEvent(named.id, 'organization.plan.set', named.id, now, details));
        return ok(changed);
      }),
    );
