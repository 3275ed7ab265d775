import { type InvitationId, type NewInvitation, type OrganizationId, trusted, type UserId } from '@svc/core/model';
import { builtAt, uniqueHash, uniqueId } from './builders.js';
import { commit, type UnitOfWorkHarness } from './harness.js';
import { storedOrganization, storedUser } from './stored.js';

const anInvitation = (organizationId: OrganizationId, invitedBy: UserId, part: Partial<NewInvitation> = {}): NewInvitation => {
  const id = trusted<InvitationId>(uniqueId());
  return {
    id,
    organizationId,
    email: `${id}@example.org`,
    invitationGrant: { kind: 'organization', role: 'DEVELOPER' },
    invitedBy,
    createdAt: builtAt,
    expiresAt: builtAt + 1000,
    ...part,
  };
};

export interface StoredInvitation {
  readonly invitation: NewInvitation;
  readonly secretSha256: string;
}

export const storedInvitation = async (
  harness: UnitOfWorkHarness,
  part: Partial<NewInvitation> = {},
): Promise<StoredInvitation> => {
  const organizationId = part.organizationId ?? (await storedOrganization(harness)).id;
  const invitedBy = part.invitedBy ?? (await storedUser(harness)).id;
  const invitation = anInvitation(organizationId, invitedBy, part);
  const secretSha256 = uniqueHash();
  await commit(harness, (records) => records.invitations.add(invitation, secretSha256));
  return { invitation, secretSha256 };
};
