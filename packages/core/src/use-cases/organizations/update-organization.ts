import { err, ok, type ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import { withLockedOrganization } from '../../access/lock-granted.js';
import {
  type BadRequest,
  type Conflict,
  conflict,
  type Forbidden,
  type NotFound,
  type Unavailable,
} from '../../model/app-error.js';
import { auditChanges, auditEvent } from '../../model/audit-event.js';
import { nameProblem } from '../../model/display-name.js';
import type { DeduplicationMode } from '../../model/conversions/deduplication-mode.js';
import type { Organization } from '../../model/organizations/organization.js';
import type { Slug } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';

/** What is omitted stays as it is. */
export interface UpdateOrganization {
  readonly name?: string | undefined;
  readonly slug?: Slug | undefined;
  /** Null leaves it to what is usual. */
  readonly deduplicate?: DeduplicationMode | null | undefined;
}

/** The organization with the changes, or undefined when they change nothing. */
const changedOrganization = (before: Organization, command: UpdateOrganization): Organization | undefined => {
  const { name = before.name, slug = before.slug } = command;
  const deduplicate = command.deduplicate === undefined ? before.deduplicate : (command.deduplicate ?? undefined);
  const isSame = name === before.name && slug === before.slug && deduplicate === before.deduplicate;
  return isSame ? undefined : { ...before, name, slug, deduplicate };
};

type Problem = BadRequest | NotFound | Forbidden | Conflict;

export const updateOrganization =
  (ports: Pick<Ports, 'unitOfWork' | 'clock'>) =>
  (
    grant: OrganizationGrant<'organization.update'>,
    command: UpdateOrganization,
  ): ResultAsync<Organization, Problem | Unavailable> =>
    withLockedOrganization(ports, grant, async (records, { caller, organization: before }) => {
      const misnamed = command.name === undefined ? undefined : nameProblem(command.name);
      if (misnamed !== undefined) return err(misnamed);
      const { id } = before;
      const changed = changedOrganization(before, command);
      if (changed === undefined) return ok(before);
      if (!(await records.organizations.update(changed))) return err(conflict('duplicate_slug'));
      if (changed.deduplicate !== before.deduplicate) await records.conversions.hasten(id);
      const at = ports.clock.now();
      const { name, slug, deduplicate } = changed;
      const former = { name: before.name, slug: before.slug, deduplicate: before.deduplicate };
      const details = auditChanges(former, { name, slug, deduplicate });
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
