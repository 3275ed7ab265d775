import { err, ok, type Result, type ResultAsync, safeTry } from 'neverthrow';
import { type Conflict, type NotFound, notFound, type QuotaExceeded, type Unavailable } from '../../model/app-error.js';
import { auditChanges, auditFacts, operatorAuditEvent } from '../../model/audit-event.js';
import { decideMembership } from '../../model/organizations/decide-membership.js';
import type { Membership, Organization } from '../../model/organizations/organization.js';
import type { Role } from '../../model/permissions/role.js';
import { plans } from '../../model/quotas/plan.js';
import type { Slug, UserId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Records } from '../../ports/unit-of-work.js';
import { lockOrganization } from '../../steps/lock-organization.js';
import { type EmailUnverified, findUser, type UserReference } from './find-user.js';

export type SetMember = UserReference & {
  readonly organization: Slug;
  readonly role: Role;
};

type Problem = NotFound | EmailUnverified | Conflict | QuotaExceeded;

const lockBySlug = async (records: Records, userId: UserId, slug: Slug): Promise<Result<Organization, NotFound>> => {
  const access = await records.access.ofOrganization(userId, slug);
  return access === undefined ? err(notFound) : lockOrganization(records, access.organization.id);
};

const membershipFacts = async (
  records: Records,
  { id, planId }: Organization,
  userId: UserId,
  current: Membership | undefined,
) => ({
  current: current?.role,
  hasOtherOwner: await records.organizations.hasOtherOwner(id, userId),
  members: await records.organizations.countMembers(id),
  maxMembers: plans[planId].maxMembers,
});

export const setMember =
  (ports: Pick<Ports, 'unitOfWork' | 'clock'>) =>
  ({ organization: slug, role, ...reference }: SetMember): ResultAsync<Membership, Problem | Unavailable> =>
    ports.unitOfWork.transact((records) =>
      safeTry(async function* () {
        const user = yield* await findUser(records, reference);
        const held = yield* await lockBySlug(records, user.id, slug);
        const { id: organizationId } = held;
        const current = await records.organizations.findMembership(organizationId, user.id);
        const facts = await membershipFacts(records, held, user.id, current);
        yield* decideMembership({ ...facts, wanted: role });
        const at = ports.clock.now();
        const membership = { organizationId, userId: user.id, role, joinedAt: current?.joinedAt ?? at };
        if (current?.role === role) return ok(membership);
        await records.organizations.putMembership(membership);
        const details = {
          ...auditFacts({ name: user.name, email: user.email }),
          ...auditChanges({ role: current?.role }, { role }),
        };
        await records.audit.append(operatorAuditEvent(organizationId, 'organization.member.set', user.id, at, details));
        await records.activity.append({
          type: current === undefined ? 'member.joined' : 'member.role_changed',
          organizationId,
          actorId: undefined,
          repositoryId: undefined,
          data: { user_id: user.id, name: user.name, role },
          at,
        });
        return ok(membership);
      }),
    );
