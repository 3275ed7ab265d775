import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import { demandSession, type SignedIn } from '../../access/grant.js';
import { withSignedIn } from '../../access/lock-granted.js';
import {
  type BadRequest,
  type Conflict,
  conflict,
  type Forbidden,
  type QuotaExceeded,
  type Unavailable,
} from '../../model/app-error.js';
import { auditChanges, auditEvent } from '../../model/audit-event.js';
import { nameProblem } from '../../model/display-name.js';
import type { Organization } from '../../model/organizations/organization.js';
import { limitsOf } from '../../model/quotas/limits.js';
import { type OrganizationId, type Slug, slugFromName, trusted } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import { demandOwnership } from '../../steps/demand-ownership.js';

export interface CreateOrganization {
  readonly name: string;
  /** Derived from the name when omitted (spec 2.1). */
  readonly slug?: Slug | undefined;
}

type CreatePorts = Pick<Ports, 'unitOfWork' | 'clock' | 'random' | 'settings'>;

const newOrganization = (ports: CreatePorts, { name, slug }: CreateOrganization): Organization => {
  const id = trusted<OrganizationId>(ports.random.uuid());
  return {
    id,
    name,
    slug: slug ?? slugFromName(name, trusted<Slug>(`organization-${id.slice(0, 8)}`)),
    planId: ports.settings.defaultPlan,
    hasByosAddOn: false,
    deduplicate: undefined,
    createdAt: ports.clock.now(),
  };
};

export const createOrganization =
  (ports: CreatePorts) =>
  (
    signedIn: SignedIn,
    command: CreateOrganization,
  ): ResultAsync<Organization, BadRequest | Forbidden | Conflict | QuotaExceeded | Unavailable> =>
    demandSession(signedIn).asyncAndThen((session) => {
      const organization = newOrganization(ports, command);
      const { id: organizationId, createdAt } = organization;
      return withSignedIn(
        ports,
        session,
        async (records, { caller }): Promise<Result<Organization, BadRequest | Conflict | QuotaExceeded>> => {
          const misnamed = nameProblem(organization.name);
          if (misnamed !== undefined) return err(misnamed);
          const allowed = await demandOwnership(records, caller.userId, limitsOf(ports.settings).ownedOrganizations);
          if (allowed.isErr()) return err(allowed.error);
          if (!(await records.organizations.add(organization))) return err(conflict('duplicate_slug'));
          const joinedAt = createdAt;
          await records.organizations.putMembership({ organizationId, userId: caller.userId, role: 'OWNER', joinedAt });
          const details = auditChanges({}, { name: organization.name, slug: organization.slug });
          await records.audit.append(
            auditEvent(caller, organizationId, 'organization.create', organizationId, createdAt, details),
          );
          return ok(organization);
        },
      );
    });
