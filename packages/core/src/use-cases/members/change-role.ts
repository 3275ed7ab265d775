import { err, ok, type ResultAsync, safeTry } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import { withLockedOrganization } from '../../access/lock-granted.js';
import {
  type Conflict,
  type Forbidden,
  invariant,
  type NotFound,
  notFound,
  type QuotaExceeded,
  type Unavailable,
} from '../../model/app-error.js';
import { auditChanges, auditEvent, auditFacts } from '../../model/audit-event.js';
import { decideDeparture } from '../../model/organizations/decide-departure.js';
import type { Member } from '../../model/organizations/member.js';
import type { Role } from '../../model/permissions/role.js';
import { limitsOf } from '../../model/quotas/limits.js';
import type { UserId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import { demandOwnership } from '../../steps/demand-ownership.js';

export interface ChangeRole {
  readonly userId: UserId;
  readonly role: Role;
}

type Problem = NotFound | Forbidden | Conflict | QuotaExceeded;

export const changeRole =
  (ports: Pick<Ports, 'unitOfWork' | 'clock' | 'settings'>) =>
  (grant: OrganizationGrant<'members.remove'>, { userId, role }: ChangeRole): ResultAsync<Member, Problem | Unavailable> =>
    withLockedOrganization(ports, grant, (records, { caller, organization, role: actor }) =>
      safeTry(async function* () {
        const { id } = organization;
        const membership = await records.organizations.findMembership(id, userId);
        if (membership === undefined) return err(notFound);
        const hasOtherOwner = await records.organizations.hasOtherOwner(id, userId);
        yield* decideDeparture({ actor, current: membership.role, wanted: role, hasOtherOwner });
        const user = await records.users.find(userId);
        invariant(user !== undefined, 'a user is never removed');
        const member = { ...membership, role, userName: user.name, email: user.email };
        if (membership.role === role) return ok(member);
        if (role === 'OWNER') yield* await demandOwnership(records, userId, limitsOf(ports.settings).ownedOrganizations);
        await records.organizations.putMembership({ ...membership, role });
        const at = ports.clock.now();
        const details = {
          ...auditFacts({ name: user.name, email: user.email }),
          ...auditChanges({ role: membership.role }, { role }),
        };
        await records.audit.append(auditEvent(caller, id, 'organization.member.set', userId, at, details));
        await records.activity.append({
          type: 'member.role_changed',
          organizationId: id,
          actorId: caller.userId,
          repositoryId: undefined,
          data: { user_id: userId, name: user.name, role },
          at,
        });
        return ok(member);
      }),
    );
