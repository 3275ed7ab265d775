import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import { lockGrantedOrganization } from '../../access/lock-granted.js';
import {
  type BadRequest,
  badRequest,
  type Conflict,
  conflict,
  type Forbidden,
  type NotFound,
  type QuotaExceeded,
  type RateLimited,
  type Unavailable,
} from '../../model/app-error.js';
import { auditEvent } from '../../model/audit-event.js';
import type { Role } from '../../model/permissions/role.js';
import { exceedsCount } from '../../model/quotas/count-limit.js';
import { plans } from '../../model/quotas/plan.js';
import { parseMailAddress } from '../../model/users/email.js';
import type { OrganizationId } from '../../model/values/index.js';
import type { Records } from '../../ports/unit-of-work.js';
import { refusedInvitationGrant } from './inviter-rights.js';
import {
  type IssuedInvitation,
  issueInvitation,
  type IssuePorts,
  makeRoom,
  sendInvitation,
  type SentInvitation,
} from './issue-invitation.js';

export interface InviteToOrganization {
  readonly email: string;
  readonly role: Role;
}

type Problem = BadRequest | NotFound | Forbidden | Conflict | QuotaExceeded | RateLimited;

const isMember = async (records: Records, organizationId: OrganizationId, email: string): Promise<boolean> => {
  const user = await records.users.findByVerifiedEmail(email);
  return user !== undefined && (await records.organizations.findMembership(organizationId, user.id)) !== undefined;
};

export const inviteToOrganization =
  (ports: IssuePorts) =>
  (
    grant: OrganizationGrant<'members.invite'>,
    { email: given, role }: InviteToOrganization,
  ): ResultAsync<SentInvitation, Problem | Unavailable> =>
    ports.unitOfWork
      .transact(async (records): Promise<Result<IssuedInvitation, Problem>> => {
        const email = parseMailAddress(given);
        if (email === undefined) return err(badRequest('email', 'malformed'));
        const held = await lockGrantedOrganization(records, grant);
        if (held.isErr()) return err(held.error);
        const { caller, organization, role: actor } = held.value;
        const { id: organizationId, planId } = organization;
        const refused = refusedInvitationGrant(actor, role);
        if (refused !== undefined) return err(refused);
        if (await isMember(records, organizationId, email)) return err(conflict('already_member'));
        const now = ports.clock.now();
        const draft = {
          organizationId,
          email,
          invitationGrant: { kind: 'organization', role },
          invitedBy: caller.userId,
        } as const;
        const room = await makeRoom(records, draft, now);
        if (room.isErr()) return err(room.error);
        const members = await records.organizations.countMembers(organizationId);
        const exceeded = exceedsCount('max_members', plans[planId].maxMembers, members);
        if (exceeded !== undefined) return err(exceeded);
        const issued = await issueInvitation(ports, records, draft, now);
        if (issued.isErr()) return err(issued.error);
        const { id } = issued.value.invitation;
        await records.audit.append(auditEvent(caller, organizationId, 'organization.invitation.create', id, now));
        return ok(issued.value);
      })
      .andThen(sendInvitation(ports));
