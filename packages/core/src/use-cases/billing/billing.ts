import { errAsync, type ResultAsync } from 'neverthrow';
import type { OrganizationGrant, ProviderSigned } from '../../access/grant.js';
import {
  type BadRequest,
  type Conflict,
  conflict,
  type Forbidden,
  type NotFound,
  type Unavailable,
} from '../../model/app-error.js';
import type { Ports } from '../../ports/ports.js';
import { confirmPlan } from './confirm-plan.js';
import { type BillingOverview, getBilling } from './get-billing.js';
import { type ChosenPlan, openCheckout } from './open-checkout.js';
import { receiveBillingEvent } from './receive-event.js';
import { type SwitchByosAddOn, switchByosAddOn } from './switch-byos-add-on.js';
import { findAccount } from '../../steps/billing/find-account.js';

/** What an organization pays for (spec 4.8). Needs a `billingProvider`; without one only `get` succeeds. */
export interface Billing {
  /** Reads the plan, the subscription and the usage against each limit (spec 4.8). Sizes are bytes. */
  readonly get: (grant: OrganizationGrant<'billing.read'>) => ResultAsync<BillingOverview, NotFound | Unavailable>;

  /**
   * Returns the URL where a person pays for a plan (spec 4.8). Asks the provider for a running subscription first: `conflict` with
   * `subscription_exists` when there is one, since the portal changes it. `bad_request` for a plan that is not for sale.
   */
  readonly openCheckout: (
    grant: OrganizationGrant<'billing.update'>,
    chosen: ChosenPlan,
  ) => ResultAsync<string, BadRequest | NotFound | Forbidden | Conflict | Unavailable>;

  /**
   * Returns the URL where a person changes, pays and cancels (spec 4.8). `conflict` with `no_billing_customer` before the first
   * checkout.
   */
  readonly openPortal: (
    grant: OrganizationGrant<'billing.update'>,
  ) => ResultAsync<string, NotFound | Forbidden | Conflict | Unavailable>;

  /**
   * Applies what was paid when a person comes back from a checkout (spec 4.8). Undefined: the provider does not say yet that the
   * plan is paid; ask again.
   */
  readonly confirm: (
    grant: OrganizationGrant<'billing.update'>,
    chosen: ChosenPlan,
  ) => ResultAsync<BillingOverview | undefined, BadRequest | NotFound | Forbidden | Conflict | Unavailable>;

  /**
   * Adds the Developer plan's storage add-on to the subscription at the provider, or removes it (spec 4.8). Storage connections stay
   * when it goes. What the provider refuses leaves no trace in the audit log. `conflict` with `no_subscription` or `add_on_not_offered`.
   */
  readonly switchByosAddOn: (
    grant: OrganizationGrant<'billing.update'>,
    command: SwitchByosAddOn,
  ) => ResultAsync<BillingOverview, BadRequest | NotFound | Forbidden | Conflict | Unavailable>;

  /**
   * Applies an event of the provider: reads the subscription anew and stores it (spec 4.1). Events that were applied already, or
   * that concern no customer of this service, change nothing; `onOrphanedSubscription` hears when such a customer goes on paying. Remembers an event in the transaction that applies it, so the provider
   * repeats one that failed.
   */
  readonly receiveEvent: (signed: ProviderSigned) => ResultAsync<void, Unavailable>;
}

const openPortal =
  ({ unitOfWork, billingProvider }: Pick<Ports, 'unitOfWork' | 'billingProvider'>) =>
  (grant: OrganizationGrant<'billing.update'>): ResultAsync<string, NotFound | Forbidden | Conflict | Unavailable> =>
    findAccount({ unitOfWork }, grant).andThen((account) => {
      if (billingProvider === undefined || account === undefined) return errAsync(conflict('no_billing_customer'));
      const { customerId } = account;
      return billingProvider
        .hasCustomer(customerId)
        .andThen((isKnown) => (isKnown ? billingProvider.openPortal(customerId) : errAsync(conflict('no_billing_customer'))));
    });

export const createBilling = (ports: Ports): Billing => ({
  get: getBilling(ports),
  openCheckout: openCheckout(ports),
  openPortal: openPortal(ports),
  confirm: confirmPlan(ports),
  switchByosAddOn: switchByosAddOn(ports),
  receiveEvent: receiveBillingEvent(ports),
});
