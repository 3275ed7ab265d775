import { err, errAsync, ok, type ResultAsync, safeTry } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import { withLockedOrganization } from '../../access/lock-granted.js';
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
import { auditChanges, auditEvent, auditFacts } from '../../model/audit-event.js';
import type { Role } from '../../model/permissions/role.js';
import { exceedsCount } from '../../model/quotas/count-limit.js';
import { plans } from '../../model/quotas/plan.js';
import { parseMailAddress } from '../../model/users/email.js';
import type { OrganizationId } from '../../model/values/index.js';
import type { Records } from '../../ports/unit-of-work.js';
import { refusedInvitationGrant } from './inviter-rights.js';
import { issueInvitation, type IssuePorts, makeRoom, sendInvitation, type SentInvitation } from './issue-invitation.js';

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
  ): ResultAsync<SentInvitation, Problem | Unavailable> => {
    const email = parseMailAddress(given);
    if (email === undefined) return errAsync(badRequest('email', 'malformed'));
    return withLockedOrganization(ports, grant, (records, { caller, organization, role: actor }) =>
      safeTry(async function* () {
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
        yield* await makeRoom(records, draft, now);
        const members = await records.organizations.countMembers(organizationId);
        const exceeded = exceedsCount('max_members', plans[planId].maxMembers, members);
        if (exceeded !== undefined) return err(exceeded);
        const issued = yield* await issueInvitation(ports, records, draft, now);
        const { id } = issued.invitation;
        const details = { ...auditFacts({ email }), ...auditChanges({}, { role }) };
        await records.audit.append(auditEvent(caller, organizationId, 'organization.invitation.create', id, now, details));
        return ok(issued);
      }),
    ).andThen(sendInvitation(ports));
  };
