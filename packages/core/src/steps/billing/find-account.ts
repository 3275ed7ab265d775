import { ok, type ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import { withLockedOrganization } from '../../access/lock-granted.js';
import type { Forbidden, NotFound, Unavailable } from '../../model/app-error.js';
import type { BillingAccount } from '../../model/billing/subscription.js';
import type { Ports } from '../../ports/ports.js';

/** Nobody is shown a door to the provider, or makes the service ask it, who has lost the right to it on the way. */
export const findAccount = (
  { unitOfWork }: Pick<Ports, 'unitOfWork'>,
  grant: OrganizationGrant<'billing.update' | 'organization.delete'>,
): ResultAsync<BillingAccount | undefined, NotFound | Forbidden | Unavailable> =>
  withLockedOrganization({ unitOfWork }, grant, async (records, { organization }) => {
    return ok(await records.billing.find(organization.id));
  });
