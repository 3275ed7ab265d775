import { okAsync, type ResultAsync } from 'neverthrow';
import type { ProviderSigned } from '../../access/grant.js';
import { invariant, type Unavailable } from '../../model/app-error.js';
import { isRenewed } from '../../model/billing/subscription.js';
import type { BillingProvider } from '../../ports/billing-provider.js';
import type { Ports } from '../../ports/ports.js';
import { type BillingPorts, synchronizeAccount } from '../../steps/billing/synchronize-account.js';

type EventPorts = BillingPorts & Pick<Ports, 'billingProvider' | 'onOrphanedSubscription'>;

/** Who has paid at a checkout just while their organization was deleted, before it could be closed, goes on paying, and only the operator can end it. */
const reportOrphan = (
  { onOrphanedSubscription }: EventPorts,
  provider: BillingProvider,
  customerId: string,
): ResultAsync<void, never> =>
  provider
    .subscriptionOf(customerId)
    .map((subscription) => {
      if (isRenewed(subscription)) onOrphanedSubscription?.({ customerId, subscriptionId: subscription.id });
    })
    // A later event reports it, or the next invoice.
    .orElse(() => okAsync(undefined));

export const receiveBillingEvent =
  (ports: EventPorts) =>
  ({ event: { id: eventId, customerId } }: ProviderSigned): ResultAsync<void, Unavailable> => {
    const { billingProvider } = ports;
    invariant(billingProvider !== undefined, 'a provider has signed the event');
    if (customerId === undefined) return okAsync(undefined);
    return ports.unitOfWork
      .read(async ({ billing }) => ({
        isApplied: await billing.hasEvent(eventId),
        account: await billing.findByCustomer(customerId),
      }))
      .andThen(({ isApplied, account }): ResultAsync<unknown, Unavailable> => {
        if (isApplied) return okAsync(undefined);
        return account === undefined
          ? reportOrphan(ports, billingProvider, customerId)
          : synchronizeAccount(ports, billingProvider, account, { eventId });
      })
      .map(() => undefined);
  };
