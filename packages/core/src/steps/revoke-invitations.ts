import { invitationEvent } from '../model/invitations/invitation-event.js';
import type { Caller } from '../model/permissions/caller.js';
import type { User } from '../model/users/user.js';
import type { Instant, OrganizationId, RepositoryId } from '../model/values/index.js';
import type { Records } from '../ports/unit-of-work.js';

interface Place {
  readonly organizationId: OrganizationId;
  /** Undefined: the organization and all its repositories. */
  readonly repositoryId: RepositoryId | undefined;
}

/**
 * Revokes what would let somebody who was removed come back without another manager's word: the open invitations to their verified address. A step of a
 * transaction that holds the organization.
 */
export const revokeInvitationsOf = async (
  records: Records,
  caller: Caller,
  { email, emailVerified }: User,
  { organizationId, repositoryId }: Place,
  at: Instant,
): Promise<void> => {
  if (email === undefined || !emailVerified) return;
  for (const invitation of await records.invitations.listOpenTo(organizationId, email)) {
    const { id, invitationGrant } = invitation;
    const leadsTo = invitationGrant.kind === 'repository' ? invitationGrant.repositoryId : undefined;
    if (repositoryId !== undefined && repositoryId !== leadsTo) continue;
    await records.invitations.revoke(organizationId, leadsTo, id);
    await records.audit.append(invitationEvent(caller, invitation, 'revoke', at));
  }
};
