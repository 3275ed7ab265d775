import type { OverrideLevel } from '../permissions/repository-override.js';
import type { Role } from '../permissions/role.js';
import {
  DAY_MS,
  type Instant,
  type InvitationId,
  type OrganizationId,
  type RepositoryId,
  type Slug,
  type UserId,
} from '../values/index.js';

/** The levels that somebody can be invited with: one that takes rights away is no invitation. */
export const invitedLevels = ['READ', 'WRITE', 'MAINTAIN', 'ADMIN'] as const satisfies readonly OverrideLevel[];
export type InvitedLevel = (typeof invitedLevels)[number];

/** What accepting gives: membership with a role, or a level of one's own on one repository (spec 2.9). */
export type InvitationGrant =
  | { readonly kind: 'organization'; readonly role: Role }
  | { readonly kind: 'repository'; readonly repositoryId: RepositoryId; readonly level: InvitedLevel };

export interface NewInvitation {
  readonly id: InvitationId;
  /** The one that it leads into, or whose repository it leads to. */
  readonly organizationId: OrganizationId;
  /** Lower case. */
  readonly email: string;
  readonly invitationGrant: InvitationGrant;
  /** By whose right it is good: who made it, or made its link anew. */
  readonly invitedBy: UserId;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

/** What a place is called. */
export interface NamedPlace {
  readonly name: string;
  readonly slug: Slug;
}

/** With the names that are shown of it. */
export interface Invitation extends NewInvitation {
  readonly inviterName: string;
  readonly organization: NamedPlace;
  /** Present when it leads to a repository. */
  readonly repository: NamedPlace | undefined;
  readonly accepted: { readonly by: UserId; readonly at: Instant } | undefined;
}

/** One that was revoked is gone. */
export const invitationStatuses = ['PENDING', 'ACCEPTED', 'EXPIRED'] as const;
export type InvitationStatus = (typeof invitationStatuses)[number];

/** How long a link is good. */
export const invitationLifetimeMs = 7 * DAY_MS;

export const invitationStatus = ({ accepted, expiresAt }: Invitation, now: Instant): InvitationStatus => {
  if (accepted !== undefined) return 'ACCEPTED';
  return expiresAt > now ? 'PENDING' : 'EXPIRED';
};

/** An invitation with its status at the time of the answer. */
export interface ShownInvitation {
  readonly invitation: Invitation;
  readonly status: InvitationStatus;
}

/** What the audit log names when an invitation leads to a repository. */
export const auditTargetIn = (repositoryId: RepositoryId, id: InvitationId): string => `${repositoryId}/invitations/${id}`;
/** What is older counts in no window. */
export const invitationMailMemoryMs = DAY_MS;
