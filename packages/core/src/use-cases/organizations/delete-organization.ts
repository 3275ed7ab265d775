import { err, ok, okAsync, type ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import { withLockedOrganization } from '../../access/lock-granted.js';
import { pauseOf } from '../../concurrency/pause-of.js';
import { type Conflict, conflict, type Forbidden, type NotFound, type Unavailable } from '../../model/app-error.js';
import { auditChanges, auditEvent } from '../../model/audit-event.js';
import { isRenewed } from '../../model/billing/subscription.js';
import type { Ports } from '../../ports/ports.js';
import { removeRepository } from '../../steps/objects/remove-repository.js';
import { findAccount } from '../../steps/billing/find-account.js';
import { synchronizeAccount } from '../../steps/billing/synchronize-account.js';

type Delete = OrganizationGrant<'organization.delete'>;
type Problem = NotFound | Forbidden | Conflict;
type DeletePorts = Pick<Ports, 'unitOfWork' | 'clock' | 'settings' | 'billingProvider'>;

/** What is bought at an open checkout, or was a moment ago, is not heard of yet, and would be paid for on and on without anybody who could cancel it here. */
const askProvider = (ports: DeletePorts, grant: Delete): ResultAsync<unknown, NotFound | Forbidden | Unavailable> => {
  const { billingProvider } = ports;
  if (billingProvider === undefined) return okAsync(undefined);
  return findAccount(ports, grant).andThen((account): ResultAsync<unknown, Unavailable> =>
    account === undefined
      ? okAsync(undefined)
      : billingProvider
          .closeCheckouts(account.customerId)
          .andThen(() => synchronizeAccount(ports, billingProvider, account, grant)),
  );
};

/** Whose customer it was. */
const removeOrganization = (ports: DeletePorts, granted: Delete): ResultAsync<string | undefined, Problem | Unavailable> =>
  withLockedOrganization(ports, granted, async (records, { caller, organization }) => {
    const { id } = organization;
    const account = await records.billing.find(id);
    if (isRenewed(account?.subscription)) return err(conflict('subscription_exists'));
    const now = ports.clock.now();
    const pause = pauseOf(ports.clock);
    for (const repository of await records.repositories.allOfOrganization(id)) {
      // Each takes some milliseconds, and there may be thousands.
      await pause();
      await removeRepository(records, repository, caller, now, ports.settings.deletedRepositoryGraceMs);
    }
    const details = auditChanges({ name: organization.name, slug: organization.slug }, {});
    await records.audit.append(auditEvent(caller, id, 'organization.delete', id, now, details));
    // The logins of buckets in which the repositories have left bytes stay, sealed, until those are removed.
    await records.connections.removeAll(id);
    await records.organizations.remove(id);
    return ok(account?.customerId);
  });

/** Who opened a checkout after the provider was asked has seen the organization still; who is later sees that it is gone, and closes their own. */
const closeLateCheckouts = ({ billingProvider }: DeletePorts, customerId: string | undefined): ResultAsync<void, never> => {
  if (billingProvider === undefined || customerId === undefined) return okAsync();
  // It is gone, whatever the provider says. Who pays there is reported to the operator.
  return billingProvider.closeCheckouts(customerId).orElse(() => ok());
};

export const deleteOrganization =
  (ports: DeletePorts) =>
  (grant: Delete): ResultAsync<void, Problem | Unavailable> =>
    askProvider(ports, grant)
      .andThen(() => removeOrganization(ports, grant))
      .andThen((customerId) => closeLateCheckouts(ports, customerId));
