import { errAsync, type ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import { type Conflict, conflict, type Forbidden, type NotFound, type Unavailable } from '../../model/app-error.js';
import type { Ports } from '../../ports/ports.js';
import { findAccount } from './find-account.js';

export const openPortal =
  ({ unitOfWork, billingProvider }: Pick<Ports, 'unitOfWork' | 'billingProvider'>) =>
  (grant: OrganizationGrant<'billing.update'>): ResultAsync<string, NotFound | Forbidden | Conflict | Unavailable> =>
    findAccount({ unitOfWork }, grant).andThen((account) =>
      billingProvider === undefined || account === undefined
        ? errAsync(conflict('no_billing_customer'))
        : billingProvider.openPortal(account.customerId),
    );
