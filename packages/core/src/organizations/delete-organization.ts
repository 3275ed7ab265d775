import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../access/grant.js';
import { permissionsOfRole } from '../access/role.js';
import { type Conflict, conflict, type Forbidden, type NotFound, notFound, type Unavailable } from '../app-error.js';
import { auditEvent } from '../audit/audit-event.js';
import { isRunning } from '../billing/subscription.js';
import type { Ports } from '../ports/ports.js';
import { removeRepository } from '../repositories/remove-repository.js';
import { holdOrganization } from './hold-organization.js';
import type { Membership } from './organization.js';

/** An OWNER who was unmade while the request was on its way removes nothing any more. */
export const decideRemoval = (membership: Membership | undefined): Result<void, NotFound | Forbidden> => {
  if (membership === undefined) return err(notFound);
  const permission = 'organization.delete';
  if (permissionsOfRole[membership.role].has(permission)) return ok();
  return err({ kind: 'forbidden', reason: 'permission', permission });
};

/**
 * Spec 4.3: removes the organization with its repositories, memberships and tokens, at once or not at all. A subscription that would go on being paid
 * is canceled before, so that nobody pays for nothing.
 */
export const deleteOrganization =
  (ports: Pick<Ports, 'unitOfWork' | 'clock'>) =>
  ({
    caller,
    organization: { id },
  }: OrganizationGrant<'organization.delete'>): ResultAsync<void, NotFound | Forbidden | Conflict | Unavailable> =>
    ports.unitOfWork.transact(async (records): Promise<Result<void, NotFound | Forbidden | Conflict>> => {
      const held = await holdOrganization(records, id);
      if (held.isErr()) return err(held.error);
      const decided = decideRemoval(await records.organizations.findMembership(id, caller.userId));
      if (decided.isErr()) return err(decided.error);
      const subscription = (await records.billing.find(id))?.subscription;
      if (isRunning(subscription) && subscription.cancelAt === undefined) return err(conflict('subscription_exists'));
      const now = ports.clock.now();
      for (const repository of await records.repositories.allOfOrganization(id)) {
        await removeRepository(records, repository, caller, now);
      }
      await records.audit.append(auditEvent(caller, id, 'organization.delete', id, now));
      await records.organizations.remove(id);
      return ok();
    });
