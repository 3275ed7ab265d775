import type { ResultAsync } from 'neverthrow';
import type { OrganizationGrant, RepositoryGrant, SignedIn } from '../../access/grant.js';
import type {
  BadRequest,
  Conflict,
  Forbidden,
  NotFound,
  QuotaExceeded,
  RateLimited,
  Unavailable,
} from '../../model/app-error.js';
import type { ShownInvitation } from '../../model/invitations/invitation.js';
import type { InvitationId } from '../../model/values/ids.js';
import type { Page, PageRequest } from '../../model/values/page.js';
import type { Ports } from '../../ports/ports.js';
import { acceptById, acceptByLink } from './accept-invitation.js';
import { inviteToOrganization, type InviteToOrganization } from './invite-to-organization.js';
import { inviteToRepository, type InviteToRepository } from './invite-to-repository.js';
import type { SentInvitation } from './issue-invitation.js';
import { listMyInvitations, listOrganizationInvitations, listRepositoryInvitations } from './list-invitations.js';
import { type RenewedInvitation, renewInvitation } from './renew-invitation.js';
import { revokeOrganizationInvitation, revokeRepositoryInvitation } from './revoke-invitation.js';

/** Invitations by e-mail to organizations and repositories (spec 2.9, 4.2, 4.3). They last seven days. */
export interface Invitations {
  /** Lists the pending invitations to the organization, newest first, without their links. */
  readonly listOfOrganization: (
    grant: OrganizationGrant<'members.read'>,
    page: PageRequest,
  ) => ResultAsync<Page<ShownInvitation>, Unavailable>;

  /**
   * Invites an address to become a member (spec 2.9, 4.3). The invitation takes no seat of the plan before it is accepted, but a
   * full team invites nobody: `quota_exceeded` with `max_members`. `conflict` with `already_member` or `already_invited`;
   * `rate_limited` when too many mails went out.
   */
  readonly inviteToOrganization: (
    grant: OrganizationGrant<'members.invite'>,
    command: InviteToOrganization,
  ) => ResultAsync<SentInvitation, BadRequest | NotFound | Forbidden | Conflict | QuotaExceeded | RateLimited | Unavailable>;

  /**
   * Makes a new link for an invitation, also for an expired one; the old link stops working (spec 4.3). The caller gets the link and
   * becomes the inviter; no mail goes out.
   */
  readonly renew: (
    grant: OrganizationGrant<'members.invite'>,
    id: InvitationId,
  ) => ResultAsync<RenewedInvitation, NotFound | Forbidden | Unavailable>;

  /** Revokes a pending invitation: neither its link nor its id works from the next request on. */
  readonly revokeOfOrganization: (
    grant: OrganizationGrant<'members.invite'>,
    id: InvitationId,
  ) => ResultAsync<void, NotFound | Forbidden | Unavailable>;

  /** Lists the pending invitations to the repository, newest first, without their links. */
  readonly listOfRepository: (
    grant: RepositoryGrant<'repository.members.manage'>,
    page: PageRequest,
  ) => ResultAsync<Page<ShownInvitation>, Unavailable>;

  /**
   * Invites an address to work on one repository, also somebody from outside the organization (spec 2.9). It takes no seat of the
   * plan. The answer does not tell whether the address belongs to a member of the organization.
   */
  readonly inviteToRepository: (
    grant: RepositoryGrant<'repository.members.manage'>,
    command: InviteToRepository,
  ) => ResultAsync<SentInvitation, BadRequest | NotFound | Forbidden | Conflict | RateLimited | Unavailable>;

  /** Revokes a pending invitation to the repository. */
  readonly revokeOfRepository: (
    grant: RepositoryGrant<'repository.members.manage'>,
    id: InvitationId,
  ) => ResultAsync<void, NotFound | Forbidden | Unavailable>;

  /** Lists the pending invitations to the caller's verified address, newest first. A page may be shorter than its limit. */
  readonly listMine: (signedIn: SignedIn, page: PageRequest) => ResultAsync<Page<ShownInvitation>, Forbidden | Unavailable>;

  /**
   * Accepts an invitation by the secret of its link (spec 4.2). Accepting twice returns the same answer. Missing, expired, foreign
   * and revoked invitations are all `not_found`.
   */
  readonly acceptByLink: (
    signedIn: SignedIn,
    secret: string,
  ) => ResultAsync<ShownInvitation, NotFound | Forbidden | Conflict | QuotaExceeded | Unavailable>;

  /** Accepts an invitation to the caller's verified address, without its link. */
  readonly acceptById: (
    signedIn: SignedIn,
    id: InvitationId,
  ) => ResultAsync<ShownInvitation, NotFound | Forbidden | Conflict | QuotaExceeded | Unavailable>;
}

export const createInvitations = (ports: Ports): Invitations => ({
  listOfOrganization: listOrganizationInvitations(ports),
  inviteToOrganization: inviteToOrganization(ports),
  renew: renewInvitation(ports),
  revokeOfOrganization: revokeOrganizationInvitation(ports),
  listOfRepository: listRepositoryInvitations(ports),
  inviteToRepository: inviteToRepository(ports),
  revokeOfRepository: revokeRepositoryInvitation(ports),
  listMine: listMyInvitations(ports),
  acceptByLink: acceptByLink(ports),
  acceptById: acceptById(ports),
});
