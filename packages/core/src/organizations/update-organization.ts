import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../access/grant.js';
import { type Conflict, conflict, type NotFound, type Unavailable } from '../app-error.js';
import { auditEvent } from '../audit/audit-event.js';
import type { Ports } from '../ports/ports.js';
import type { Slug } from '../values/index.js';
import { holdOrganization } from './hold-organization.js';
import type { Organization } from './organization.js';

/** What is omitted stays as it is. */
export interface UpdateOrganization {
  readonly name?: string | undefined;
  readonly slug?: Slug | undefined;
}

/** The organization with the changes, or undefined when they change nothing. */
export const changedOrganization = (before: Organization, command: UpdateOrganization): Organization | undefined => {
  const { name = before.name, slug = before.slug } = command;
  return name === before.name && slug === before.slug ? undefined : { ...before, name, slug };
};

/** Renames the organization or moves it to another slug. What changes nothing writes nothing and leaves no trace. */
export const updateOrganization =
  (ports: Pick<Ports, 'unitOfWork' | 'clock'>) =>
  (
    { caller, organization: { id } }: OrganizationGrant<'organization.update'>,
    command: UpdateOrganization,
  ): ResultAsync<Organization, NotFound | Conflict | Unavailable> =>
    ports.unitOfWork.transact(async (records): Promise<Result<Organization, NotFound | Conflict>> => {
      const held = await holdOrganization(records, id);
      if (held.isErr()) return err(held.error);
      const changed = changedOrganization(held.value, command);
      if (changed === undefined) return ok(held.value);
      if (!(await records.organizations.update(changed))) return err(conflict('duplicate_slug'));
      const at = ports.clock.now();
      await records.audit.append(auditEvent(caller, id, 'organization.update', id, at));
      const { name, slug } = changed;
      await records.activity.append({
        type: 'organization.updated',
        organizationId: id,
        actorId: caller.userId,
        repositoryId: undefined,
        data: { ...(name !== held.value.name && { name }), ...(slug !== held.value.slug && { slug }) },
        at,
      });
      return ok(changed);
    });
