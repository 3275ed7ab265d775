import { err, errAsync, ok, okAsync, type Result, type ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import {
  type BadRequest,
  badRequest,
  type Conflict,
  conflict,
  type Forbidden,
  type NotFound,
  type Unavailable,
} from '../../model/app-error.js';
import { type BillingAccount, entitlementOf, type Subscription } from '../../model/billing/subscription.js';
import { plans } from '../../model/quotas/plan.js';
import type { BillingProvider } from '../../ports/billing-provider.js';
import type { Ports } from '../../ports/ports.js';
import { findAccount } from '../../steps/billing/find-account.js';
import { type BillingOverview, showBilling } from './get-billing.js';
import { type BillingPorts, synchronizeAccount } from '../../steps/billing/synchronize-account.js';

export interface SwitchByosAddOn {
  readonly isEnabled: boolean;
}

type Update = OrganizationGrant<'billing.update'>;
type SwitchPorts = BillingPorts & Pick<Ports, 'billingProvider'>;

/** The subscription to change. The add-on is offered to the plans that need it; who has it beside another plan may still give it up. */
const switchable = (subscription: Subscription | undefined, isEnabled: boolean): Result<Subscription, Conflict> => {
  if (subscription === undefined || entitlementOf(subscription) === undefined) return err(conflict('no_subscription'));
  return !isEnabled || plans[subscription.planId].byosNeedsAddOn ? ok(subscription) : err(conflict('add_on_not_offered'));
};

/** The audit log tells of it once it holds: what the provider refuses has changed nothing. */
const change = (
  ports: SwitchPorts,
  provider: BillingProvider,
  grant: Update,
  account: BillingAccount,
  subscription: Subscription,
  isEnabled: boolean,
): ResultAsync<unknown, NotFound | Forbidden | Unavailable> => {
  if (subscription.hasByosAddOn === isEnabled) return okAsync(undefined);
  return findAccount(ports, grant)
    .andThen(() => provider.setByosAddOn(subscription.id, isEnabled))
    .andThen(() => synchronizeAccount(ports, provider, account, grant));
};

export const switchByosAddOn =
  (ports: SwitchPorts) =>
  (
    grant: Update,
    { isEnabled }: SwitchByosAddOn,
  ): ResultAsync<BillingOverview, BadRequest | NotFound | Forbidden | Conflict | Unavailable> => {
    const { billingProvider: provider } = ports;
    const { id, planId } = grant.organization;
    if (provider?.sells('byos_add_on') !== true) return errAsync(badRequest('enabled', 'not_for_sale'));
    if (isEnabled && !plans[planId].byosNeedsAddOn) return errAsync(conflict('add_on_not_offered'));
    return findAccount(ports, grant)
      .andThen((account) =>
        account === undefined ? errAsync(conflict('no_subscription')) : synchronizeAccount(ports, provider, account, grant),
      )
      .andThen((account) =>
        switchable(account.subscription, isEnabled).asyncAndThen((subscription) =>
          change(ports, provider, grant, account, subscription, isEnabled),
        ),
      )
      .andThen(() => showBilling(ports, id));
  };
