import { errAsync, okAsync, type ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import {
  type BadRequest,
  type Conflict,
  conflict,
  type Forbidden,
  type NotFound,
  type Unavailable,
} from '../../model/app-error.js';
import { entitlementOf } from '../../model/billing/subscription.js';
import type { Ports } from '../../ports/ports.js';
import { findAccount } from '../../steps/billing/find-account.js';
import { type BillingOverview, showBilling } from './get-billing.js';
import { type ChosenPlan, offerOf } from './open-checkout.js';
import { type BillingPorts, synchronizeAccount } from '../../steps/billing/synchronize-account.js';

export const confirmPlan =
  (ports: BillingPorts & Pick<Ports, 'billingProvider'>) =>
  (
    grant: OrganizationGrant<'billing.update'>,
    chosen: ChosenPlan,
  ): ResultAsync<BillingOverview | undefined, BadRequest | NotFound | Forbidden | Conflict | Unavailable> => {
    const offer = offerOf(ports, chosen);
    if (offer.isErr()) return errAsync(offer.error);
    const { provider, planId } = offer.value;
    const { id } = grant.organization;
    return findAccount(ports, grant)
      .andThen((account) =>
        account === undefined ? errAsync(conflict('no_billing_customer')) : synchronizeAccount(ports, provider, account, grant),
      )
      .andThen(({ subscription }) =>
        entitlementOf(subscription)?.planId === planId ? showBilling(ports, id) : okAsync(undefined),
      );
  };
