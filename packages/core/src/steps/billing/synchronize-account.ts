import { err, ok, type Result, type ResultAsync, safeTry } from 'neverthrow';
import { type Conflict, conflict, type Unavailable, unavailable } from '../../model/app-error.js';
import { auditChanges, auditEvent, operatorAuditEvent } from '../../model/audit-event.js';
import { planFacts } from '../../model/organizations/plan-facts.js';
import { subscribedOrganization } from '../../model/billing/subscribed-organization.js';
import type { BillingAccount, Subscription } from '../../model/billing/subscription.js';
import type { Caller } from '../../model/permissions/caller.js';
import type { BillingProvider } from '../../ports/billing-provider.js';
import type { Ports } from '../../ports/ports.js';
import type { Records } from '../../ports/unit-of-work.js';
import { noteQuotaOfPlan } from '../accounting/note-quota.js';
import { lockOrganization } from '../lock-organization.js';

export type BillingPorts = Pick<Ports, 'unitOfWork' | 'clock' | 'settings'>;

/** What makes the service ask: somebody's request, or an event of the provider. */
export type Occasion = { readonly caller: Caller } | { readonly eventId: string };

/** More rivals for one organization than ever ask at once. */
const maxAttempts = 10;

type WriteDown = (records: Records) => Promise<Result<BillingAccount, Conflict>>;

const writeDown =
  (
    { clock, settings }: BillingPorts,
    account: BillingAccount,
    subscription: Subscription | undefined,
    occasion: Occasion,
  ): WriteDown =>
  async (records) => {
    const { organizationId, revision } = account;
    const held = await lockOrganization(records, organizationId);
    // It was deleted meanwhile, and its account with it: nobody is left to tell.
    if (held.isErr()) return ok(account);
    const now = clock.now();
    if ('eventId' in occasion && !(await records.billing.addEvent(occasion.eventId, now))) return ok(account);
    const changed = { ...account, subscription, revision: revision + 1 };
    if (!(await records.billing.replace(changed))) return err(conflict('changed_meanwhile'));
    const organization = subscribedOrganization(
      held.value,
      { before: account.subscription, now: subscription },
      settings.defaultPlan,
    );
    if (organization === undefined) return ok(changed);
    await records.organizations.update(organization);
    await noteQuotaOfPlan(records, organizationId, now);
    const target = subscription?.id ?? account.customerId;
    const action = 'billing.subscription.change';
    const details = auditChanges(
      { ...planFacts(held.value), status: account.subscription?.status },
      { ...planFacts(organization), status: subscription?.status },
    );
    await records.audit.append(
      'caller' in occasion
        ? auditEvent(occasion.caller, organizationId, action, target, now, details)
        : operatorAuditEvent(organizationId, action, target, now, details),
    );
    return ok(changed);
  };

/**
 * Asks the provider what the customer has now and writes it down with all that follows from it. What was asked before another's answer was written is
 * thrown away and asked again, so that an older answer never takes the place of a newer one, in whatever order events come.
 */
export const synchronizeAccount = (
  ports: BillingPorts,
  provider: BillingProvider,
  account: BillingAccount,
  occasion: Occasion,
): ResultAsync<BillingAccount, Unavailable> =>
  safeTry(async function* () {
    let known: BillingAccount = account;
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const subscription = yield* await provider.subscriptionOf(known.customerId);
      const written = await ports.unitOfWork.transact(writeDown(ports, known, subscription, occasion));
      if (written.isOk()) return ok(written.value);
      if (written.error.kind === 'unavailable') return err(written.error);
      const { organizationId } = known;
      const read = yield* await ports.unitOfWork.read((queries) => queries.billing.find(organizationId));
      if (read === undefined) return ok(known);
      known = read;
    }
    return err(unavailable('billing_provider'));
  });
