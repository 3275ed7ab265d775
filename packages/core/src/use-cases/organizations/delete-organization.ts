import { err, ok, type ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import { withLockedOrganization } from '../../access/lock-granted.js';
import { type Conflict, conflict, type Forbidden, type NotFound, type Unavailable } from '../../model/app-error.js';
import { auditChanges, auditEvent } from '../../model/audit-event.js';
import { isRunning } from '../../model/billing/subscription.js';
import type { Ports } from '../../ports/ports.js';
import { removeRepository } from '../../steps/objects/remove-repository.js';

type Problem = NotFound | Forbidden | Conflict;

export const deleteOrganization =
  (ports: Pick<Ports, 'unitOfWork' | 'clock' | 'settings'>) =>
  (grant: OrganizationGrant<'organization.delete'>): ResultAsync<void, Problem | Unavailable> =>
    withLockedOrganization(ports, grant, async (records, { caller, organization }) => {
      const { id } = organization;
      const subscription = (await records.billing.find(id))?.subscription;
      if (isRunning(subscription) && subscription.cancelAt === undefined) return err(conflict('subscription_exists'));
      const now = ports.clock.now();
      for (const repository of await records.repositories.allOfOrganization(id)) {
        await removeRepository(records, repository, caller, now, ports.settings.deletedRepositoryGraceMs);
      }
      const details = auditChanges({ name: organization.name, slug: organization.slug }, {});
      await records.audit.append(auditEvent(caller, id, 'organization.delete', id, now, details));
      // The logins of buckets in which the repositories have left bytes stay, sealed, until those are removed.
      await records.connections.removeAll(id);
      await records.organizations.remove(id);
      return ok();
    });
