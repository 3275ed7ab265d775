import { err, errAsync, ok, okAsync, type Result, type ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import { withLockedOrganization } from '../../access/lock-granted.js';
import {
  type BadRequest,
  badRequest,
  type Conflict,
  conflict,
  type Forbidden,
  invariant,
  type NotFound,
  notFound,
  type Unavailable,
} from '../../model/app-error.js';
import { auditEvent, auditFacts } from '../../model/audit-event.js';
import { type BillingAccount, isPaidPlanId, isRunning, type PaidPlanId } from '../../model/billing/subscription.js';
import type { PlanId } from '../../model/quotas/plan.js';
import type { BillingProvider } from '../../ports/billing-provider.js';
import type { Ports } from '../../ports/ports.js';
import { findAccount } from '../../steps/billing/find-account.js';
import { type BillingPorts, synchronizeAccount } from '../../steps/billing/synchronize-account.js';

export interface ChosenPlan {
  readonly planId: PlanId;
}

type Update = OrganizationGrant<'billing.update'>;
type Refusal = NotFound | Forbidden;
type CheckoutPorts = BillingPorts & Pick<Ports, 'billingProvider'>;

/** A plan that this service's provider has a price for. */
export interface Offer {
  readonly provider: BillingProvider;
  readonly planId: PaidPlanId;
}

/** Spec 4.8: `free` costs nothing and `business` is agreed upon with sales; without a provider, or a price at it, nothing is sold. */
export const offerOf = (
  { billingProvider: provider }: Pick<Ports, 'billingProvider'>,
  { planId }: ChosenPlan,
): Result<Offer, BadRequest> =>
  provider !== undefined && isPaidPlanId(planId) && provider.sells(planId)
    ? ok({ provider, planId })
    : err(badRequest('plan_id', 'not_for_sale'));

/** Writes down whose customer it is. Of two requests at once both were given the same one by the provider. */
const addAccount = (
  { unitOfWork, clock }: CheckoutPorts,
  grant: Update,
  customerId: string,
): ResultAsync<BillingAccount, Refusal | Unavailable> =>
  withLockedOrganization({ unitOfWork }, grant, async (records, { caller, organization }) => {
    const organizationId = organization.id;
    const isNew = await records.billing.add({ organizationId, customerId, subscription: undefined, revision: 1 });
    if (isNew) {
      const at = clock.now();
      await records.audit.append(auditEvent(caller, organizationId, 'billing.customer.create', customerId, at));
    }
    const account = await records.billing.find(organizationId);
    invariant(account !== undefined, 'a customer of the provider belongs to one organization');
    return ok(account);
  });

/** Of two requests at once the second finds that the first has replaced the customer, and uses the one that it wrote down. */
const replaceCustomer = (
  { unitOfWork, clock }: CheckoutPorts,
  grant: Update,
  former: BillingAccount,
  customerId: string,
): ResultAsync<BillingAccount, Refusal | Unavailable> =>
  withLockedOrganization({ unitOfWork }, grant, async (records, { caller, organization: { id } }) => {
    const present = await records.billing.find(id);
    invariant(present !== undefined, 'an account goes with its organization alone');
    if (present.customerId !== former.customerId) return ok(present);
    const account = { ...present, customerId, revision: present.revision + 1 };
    const isReplaced = await records.billing.replace(account);
    invariant(isReplaced, 'nobody writes an account down while its organization is locked');
    const details = auditFacts({ former_customer_id: former.customerId });
    await records.audit.append(auditEvent(caller, id, 'billing.customer.create', customerId, clock.now(), details));
    return ok(account);
  });

const accountOf = (
  ports: CheckoutPorts,
  provider: BillingProvider,
  grant: Update,
): ResultAsync<BillingAccount, Refusal | Unavailable> => {
  const { id, name } = grant.organization;
  return findAccount(ports, grant).andThen((known) =>
    known === undefined
      ? provider.createCustomer({ id, name }).andThen((customerId) => addAccount(ports, grant, customerId))
      : okAsync(known),
  );
};

/** The account with a customer whom the provider knows: who has changed to another account of it, or from its test mode, begins anew there. */
const withKnownCustomer = (
  ports: CheckoutPorts,
  provider: BillingProvider,
  grant: Update,
  account: BillingAccount,
): ResultAsync<BillingAccount, Refusal | Unavailable> => {
  const { id, name } = grant.organization;
  return provider
    .hasCustomer(account.customerId)
    .andThen((isKnown) =>
      isKnown
        ? okAsync(account)
        : provider
            .createCustomer({ id, name }, account.customerId)
            .andThen((customerId) => replaceCustomer(ports, grant, account, customerId)),
    );
};

/** Nobody may buy for an organization that was deleted meanwhile: what is bought then is paid for on and on. */
const demandExisting = (
  { unitOfWork }: CheckoutPorts,
  provider: BillingProvider,
  { organization: { id } }: Update,
  customerId: string,
): ResultAsync<void, NotFound | Unavailable> =>
  unitOfWork
    .read(({ billing }) => billing.find(id))
    .andThen((account) =>
      account === undefined ? provider.closeCheckouts(customerId).andThen(() => errAsync(notFound)) : okAsync(),
    );

export const openCheckout =
  (ports: CheckoutPorts) =>
  (grant: Update, chosen: ChosenPlan): ResultAsync<string, BadRequest | Refusal | Conflict | Unavailable> => {
    const offer = offerOf(ports, chosen);
    if (offer.isErr()) return errAsync(offer.error);
    const { provider, planId } = offer.value;
    return accountOf(ports, provider, grant)
      .andThen((account) => synchronizeAccount(ports, provider, account, grant))
      .andThen((account) =>
        isRunning(account.subscription)
          ? errAsync(conflict('subscription_exists'))
          : withKnownCustomer(ports, provider, grant, account),
      )
      .andThen(({ customerId }) =>
        provider
          .openCheckout(customerId, planId)
          .andThen((url) => demandExisting(ports, provider, grant, customerId).map(() => url)),
      );
  };
