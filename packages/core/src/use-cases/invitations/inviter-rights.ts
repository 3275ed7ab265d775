import type { Forbidden } from '../../model/app-error.js';
import { type Invitation, invitationStatus, type InvitationStatus } from '../../model/invitations/invitation.js';
import { decideRepositoryAccess } from '../../model/permissions/decide-access.js';
import { permissionsOfRole, type Role } from '../../model/permissions/role.js';
import type { Instant } from '../../model/values/index.js';
import type { Queries } from '../../ports/unit-of-work.js';

/** Only an OWNER makes an OWNER, and so does an invitation. */
export const refusedInvitationGrant = (actor: Role, wanted: Role): Forbidden | undefined =>
  wanted === 'OWNER' && actor !== 'OWNER' ? { kind: 'forbidden', reason: 'only_owner' } : undefined;

/**
 * Whether the inviter could make this invitation now. Like a token it never exceeds what its maker may do: who was removed, demoted or suspended lets
 * nobody in any more, until somebody else makes the link anew.
 */
const inviterMayGive = async (queries: Queries, { organizationId, invitationGrant, invitedBy }: Invitation): Promise<boolean> => {
  const inviter = await queries.users.find(invitedBy);
  if (inviter?.status !== 'ACTIVE') return false;
  if (invitationGrant.kind === 'organization') {
    const role = (await queries.organizations.findMembership(organizationId, invitedBy))?.role;
    return (
      role !== undefined &&
      permissionsOfRole[role].has('members.invite') &&
      refusedInvitationGrant(role, invitationGrant.role) === undefined
    );
  }
  const access = await queries.access.ofRepository(invitedBy, invitationGrant.repositoryId);
  return access !== undefined && decideRepositoryAccess(access, { kind: 'session' }).held.has('repository.members.manage');
};

/** An invitation whose inviter has lost the right looks expired to its holder. */
export const statusByInviter = async (queries: Queries, invitation: Invitation, now: Instant): Promise<InvitationStatus> => {
  const status = invitationStatus(invitation, now);
  return status !== 'PENDING' || (await inviterMayGive(queries, invitation)) ? status : 'EXPIRED';
};
