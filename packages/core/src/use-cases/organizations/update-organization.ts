import { err, ok, type ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import { withLockedOrganization } from '../../access/lock-granted.js';
import { type Conflict, conflict, type Forbidden, type NotFound, type Unavailable } from '../../model/app-error.js';
import { auditChanges, auditEvent } from '../../model/audit-event.js';
import type { Organization } from '../../model/organizations/organization.js';
import type { Slug } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';

/** What is omitted stays as it is. */
export interface UpdateOrganization {
  readonly name?: string | undefined;
  readonly slug?: Slug | undefined;
}

/** The organization with the changes, or undefined when they change nothing. */
const changedOrganization = (before: Organization, command: UpdateOrganization): Organization | undefined => {
  const { name = before.name, slug = before.slug } = command;
  return name === before.name && slug === before.slug ? undefined : { ...before, name, slug };
};

type Problem = NotFound | Forbidden | Conflict;

export const updateOrganization =
  (ports: Pick<Ports, 'unitOfWork' | 'clock'>) =>
  (
    grant: OrganizationGrant<'organization.update'>,
    command: UpdateOrganization,
  ): ResultAsync<Organization, Problem | Unavailable> =>
    withLockedOrganization(ports, grant, async (records, { caller, organization: before }) => {
      const { id } = before;
      const changed = changedOrganization(before, command);
      if (changed === undefined) return ok(before);
      if (!(await records.organizations.update(changed))) return err(conflict('duplicate_slug'));
      const at = ports.clock.now();
      const { name, slug } = changed;
      const details = auditChanges({ name: before.name, slug: before.slug }, { name, slug });
      await records.audit.append(auditEvent(caller, id, 'organization.update', id, at, details));
      await records.activity.append({
        type: 'organization.updated',
        organizationId: id,
        actorId: caller.userId,
        repositoryId: undefined,
        data: { ...(name !== before.name && { name }), ...(slug !== before.slug && { slug }) },
        at,
      });
      return ok(changed);
    });
