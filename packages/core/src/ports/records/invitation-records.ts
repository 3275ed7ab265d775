import type { Invitation, NewInvitation } from '../../model/invitations/invitation.js';
import type { Instant, InvitationId, OrganizationId, Page, PageRequest, RepositoryId, UserId } from '../../model/values/index.js';

/** The time after `since` up to `until`. */
export interface MailWindow {
  readonly since: Instant;
  readonly until: Instant;
}

export interface InvitationQueries {
  /** To the organization itself; without the accepted ones, newest first. */
  listOfOrganization(organizationId: OrganizationId, page: PageRequest): Promise<Page<Invitation>>;
  /** To the repository; without the accepted ones, newest first. */
  listOfRepository(repositoryId: RepositoryId, page: PageRequest): Promise<Page<Invitation>>;
  /** Of all organizations, those to the address that nobody has accepted and that end after `now`, newest first. */
  listPendingOf(email: string, now: Instant, page: PageRequest): Promise<Page<Invitation>>;
  find(id: InvitationId): Promise<Invitation | undefined>;
  /** By the SHA-256 of the link's whole secret, 64 lower-case hex digits. */
  findBySecret(secretSha256: string): Promise<Invitation | undefined>;
  /** The one to the address and to the same place that nobody has accepted, whether it has ended or not; of several the newest. */
  findOpen(
    organizationId: OrganizationId,
    repositoryId: RepositoryId | undefined,
    email: string,
  ): Promise<Invitation | undefined>;
  /** To the organization and to its repositories, those to the address that nobody has accepted, whether they have ended or not; newest first. */
  listOpenTo(organizationId: OrganizationId, email: string): Promise<readonly Invitation[]>;
  /** When the newest mails went to the address, of whatever organization, in the window; newest first, at most `limit`. */
  mailsTo(email: string, window: MailWindow, limit: number): Promise<readonly Instant[]>;
  /** When the newest mails of the organization went out in the window; newest first, at most `limit`. */
  mailsOf(organizationId: OrganizationId, window: MailWindow, limit: number): Promise<readonly Instant[]>;
}

export interface InvitationRecords extends InvitationQueries {
  add(invitation: NewInvitation, secretSha256: string): Promise<void>;
  /** Puts another link in place of the one before. False, and nothing written, when the invitation is gone or accepted. */
  renew(
    id: InvitationId,
    link: { readonly secretSha256: string; readonly invitedBy: UserId; readonly expiresAt: Instant },
  ): Promise<boolean>;
  /** False, and nothing written, when the invitation is gone or accepted already. */
  accept(id: InvitationId, by: UserId, at: Instant): Promise<boolean>;
  /** Removes one that nobody has accepted and that leads to the place; false when there is none. */
  revoke(organizationId: OrganizationId, repositoryId: RepositoryId | undefined, id: InvitationId): Promise<boolean>;
  /** Notes a mail. What is noted outlives invitation and organization, so that nobody is written to anew by beginning anew. */
  addMail(mail: { readonly organizationId: OrganizationId; readonly email: string; readonly at: Instant }): Promise<void>;
  /** Forgets the mails of the time before the instant. */
  removeMailsBefore(instant: Instant): Promise<void>;
}
