import { err, ok, type ResultAsync, safeTry } from 'neverthrow';
import { demandSession, grantSignedIn, type OrganizationGrant } from '../../access/grant.js';
import { withLockedOrganization } from '../../access/lock-granted.js';
import { type Conflict, type Forbidden, invariant, type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import { type AuditAction, auditChanges, auditEvent, auditFacts } from '../../model/audit-event.js';
import { decideDeparture } from '../../model/organizations/decide-departure.js';
import type { OrganizationPermission } from '../../model/permissions/permission.js';
import { revokedTokens } from '../../model/revoked-tokens.js';
import type { UserId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import { revokeInvitationsOf } from '../../steps/revoke-invitations.js';

type Problem = NotFound | Forbidden | Conflict;
type RemovePorts = Pick<Ports, 'unitOfWork' | 'clock'>;

interface Departure {
  readonly userId: UserId;
  readonly action: AuditAction;
}

/**
 * A removed member keeps nothing: neither their tokens of the organization nor the levels that they had on its repositories, nor an invitation that would
 * let them back in. Where they were barred they stay so, from what everybody may read too.
 */
const depart = (
  ports: RemovePorts,
  grant: OrganizationGrant<OrganizationPermission>,
  { userId, action }: Departure,
): ResultAsync<void, Problem | Unavailable> =>
  withLockedOrganization(ports, grant, (records, { caller, role: actor, organization }) =>
    safeTry(async function* () {
      const organizationId = organization.id;
      const membership = await records.organizations.findMembership(organizationId, userId);
      if (membership === undefined) return err(notFound);
      const hasOtherOwner = await records.organizations.hasOtherOwner(organizationId, userId);
      yield* decideDeparture({ actor, current: membership.role, wanted: undefined, hasOtherOwner });
      const now = ports.clock.now();
      await records.organizations.removeMembership(organizationId, userId);
      await records.repositories.removeMemberFromAll(organizationId, userId);
      const tokens = await records.tokens.revokeAllOfUser(organizationId, userId, now);
      const user = await records.users.find(userId);
      invariant(user !== undefined, 'a user is never removed');
      const details = {
        ...auditFacts({ name: user.name, email: user.email }),
        ...auditChanges({ role: membership.role }, {}),
        ...revokedTokens(tokens),
      };
      await records.audit.append(auditEvent(caller, organizationId, action, userId, now, details));
      await revokeInvitationsOf(records, caller, user, { organizationId, repositoryId: undefined }, now);
      await records.activity.append({
        type: 'member.left',
        organizationId,
        actorId: caller.userId,
        repositoryId: undefined,
        data: { user_id: userId, name: user.name },
        at: now,
      });
      return ok();
    }),
  );

export const removeMember =
  (ports: RemovePorts) =>
  (grant: OrganizationGrant<'members.remove'>, userId: UserId): ResultAsync<void, Problem | Unavailable> =>
    depart(ports, grant, { userId, action: 'organization.member.remove' });

export const leaveOrganization =
  (ports: RemovePorts) =>
  (grant: OrganizationGrant<'organization.read'>): ResultAsync<void, Problem | Unavailable> =>
    demandSession(grantSignedIn(grant.caller)).asyncAndThen(({ caller: { userId } }) =>
      depart(ports, grant, { userId, action: 'organization.member.leave' }),
    );
