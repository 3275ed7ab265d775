import { okAsync, type ResultAsync } from 'neverthrow';
import type { ProviderSigned } from '../../access/grant.js';
import { invariant, type Unavailable } from '../../model/app-error.js';
import type { Ports } from '../../ports/ports.js';
import { type BillingPorts, synchronizeAccount } from './synchronize-account.js';

export const receiveBillingEvent =
  (ports: BillingPorts & Pick<Ports, 'billingProvider'>) =>
  ({ event: { id: eventId, customerId } }: ProviderSigned): ResultAsync<void, Unavailable> => {
    const { billingProvider } = ports;
    invariant(billingProvider !== undefined, 'a provider has signed the event');
    if (customerId === undefined) return okAsync(undefined);
    return ports.unitOfWork
      .read(async ({ billing }) => ((await billing.hasEvent(eventId)) ? undefined : billing.findByCustomer(customerId)))
      .andThen((account) =>
        account === undefined ? okAsync(undefined) : synchronizeAccount(ports, billingProvider, account, { eventId }),
      )
      .map(() => undefined);
  };
