import { invariant } from '../../model/app-error.js';
import type { Invitation, NewInvitation } from '../../model/invitations/invitation.js';
import type { OrganizationId, RepositoryId } from '../../model/values/index.js';
import type { InvitationQueries, InvitationRecords, MailWindow } from '../../ports/records/invitation-records.js';
import { compareText, descending, pageByKey } from '../page-by-key.js';
import type { DraftTables, ReadableTables } from '../tables.js';

interface InvitationRow {
  readonly invitation: Omit<Invitation, 'inviterName' | 'organization' | 'repository'>;
}

const ageKey = ({ createdAt, id }: NewInvitation): string => descending(createdAt) + id;

const leadsTo = (
  { organizationId: ofIt, invitationGrant }: NewInvitation,
  organizationId: OrganizationId,
  repositoryId: RepositoryId | undefined,
): boolean =>
  ofIt === organizationId && (invitationGrant.kind === 'repository' ? invitationGrant.repositoryId : undefined) === repositoryId;

export const invitationQueries = (tables: ReadableTables): InvitationQueries => {
  const named = ({ invitation }: InvitationRow): Invitation => {
    const inviter = tables.users.get(invitation.invitedBy);
    const organization = tables.organizations.get(invitation.organizationId);
    invariant(inviter !== undefined && organization !== undefined, 'an invitation has an inviter and an organization');
    const { invitationGrant } = invitation;
    const repository = invitationGrant.kind === 'repository' ? tables.repositories.get(invitationGrant.repositoryId) : undefined;
    return {
      ...invitation,
      inviterName: inviter.name,
      organization: { name: organization.name, slug: organization.slug },
      repository: repository && { name: repository.name, slug: repository.slug },
    };
  };
  const open = (holds: (invitation: Invitation) => boolean): Invitation[] =>
    tables.invitations
      .where(({ invitation }) => invitation.accepted === undefined)
      .map(named)
      .filter(holds);
  const mails = (
    holds: (mail: { organizationId: OrganizationId; email: string }) => boolean,
    { since, until }: MailWindow,
    limit: number,
  ) =>
    tables.invitationMails
      .where((mail) => mail.at > since && mail.at <= until && holds(mail))
      .map(({ at }) => at)
      .sort((left, right) => right - left)
      .slice(0, limit);
  return {
    listOfOrganization: async (organizationId, page) =>
      pageByKey(
        open((invitation) => leadsTo(invitation, organizationId, undefined)),
        ageKey,
        page,
      ),
    listOfRepository: async (repositoryId, page) =>
      pageByKey(
        open(({ invitationGrant }) => invitationGrant.kind === 'repository' && invitationGrant.repositoryId === repositoryId),
        ageKey,
        page,
      ),
    listPendingOf: async (email, now, page) =>
      pageByKey(
        open((invitation) => invitation.email === email && invitation.expiresAt > now),
        ageKey,
        page,
      ),
    find: async (id) => {
      const row = tables.invitations.get(id);
      return row && named(row);
    },
    findBySecret: async (secretSha256) => tables.invitations.where((row) => row.secretSha256 === secretSha256).map(named)[0],
    findOpen: async (organizationId, repositoryId, email) =>
      pageByKey(
        open((invitation) => invitation.email === email && leadsTo(invitation, organizationId, repositoryId)),
        ageKey,
        { limit: 1 },
      ).items[0],
    listOpenTo: async (organizationId, email) =>
      open((invitation) => invitation.email === email && invitation.organizationId === organizationId).toSorted((left, right) =>
        compareText(ageKey(left), ageKey(right)),
      ),
    mailsTo: async (email, window, limit) => mails((mail) => mail.email === email, window, limit),
    mailsOf: async (organizationId, window, limit) => mails((mail) => mail.organizationId === organizationId, window, limit),
  };
};

export const invitationRecords = (tables: DraftTables): InvitationRecords => ({
  ...invitationQueries(tables),
  add: async (invitation, secretSha256) => {
    invariant(tables.organizations.get(invitation.organizationId) !== undefined, 'an invitation belongs to an organization');
    invariant(tables.users.get(invitation.invitedBy) !== undefined, 'an invitation belongs to a user');
    invariant(tables.invitations.get(invitation.id) === undefined, 'an invitation id is used once');
    tables.invitations.put(invitation.id, { invitation: { ...invitation, accepted: undefined }, secretSha256 });
  },
  renew: async (id, { secretSha256, invitedBy, expiresAt }) => {
    const row = tables.invitations.get(id);
    if (row === undefined || row.invitation.accepted !== undefined) return false;
    tables.invitations.put(id, { invitation: { ...row.invitation, invitedBy, expiresAt }, secretSha256 });
    return true;
  },
  accept: async (id, by, at) => {
    const row = tables.invitations.get(id);
    if (row === undefined || row.invitation.accepted !== undefined) return false;
    tables.invitations.put(id, { ...row, invitation: { ...row.invitation, accepted: { by, at } } });
    return true;
  },
  revoke: async (organizationId, repositoryId, id) => {
    const invitation = tables.invitations.get(id)?.invitation;
    if (invitation === undefined || invitation.accepted !== undefined) return false;
    if (!leadsTo(invitation, organizationId, repositoryId)) return false;
    tables.invitations.remove(id);
    return true;
  },
  addMail: async (mail) => void tables.invitationMails.append(mail),
  removeMailsBefore: async (instant) => tables.invitationMails.removeWhere(({ at }) => at < instant),
});
