import type { RenewedInvitation, SentInvitation } from '@svc/core';
import { invitationStatuses, invitedLevels, maxEmailLength, roles, type ShownInvitation } from '@svc/core/model';
import { z } from 'zod';
import { optionalTimestampOf, timestamp, timestampOf, uuid } from './fields.js';
import { nextCursor } from './parameters.js';

const place = z.strictObject({ id: uuid, name: z.string(), slug: z.string() });

/** With `role` it leads into the organization, with `level` to the `repository`. Its link is never part of it. */
const invitationSchema = z.strictObject({
  id: uuid,
  kind: z.enum(['organization', 'repository']),
  email: z.string(),
  role: z.enum(roles).optional(),
  level: z.enum(invitedLevels).optional(),
  status: z.enum(invitationStatuses),
  organization: place,
  repository: place.optional(),
  invited_by: z.strictObject({ id: uuid, name: z.string() }),
  created_at: timestamp,
  expires_at: timestamp,
  accepted_at: timestamp.optional(),
});

const url = z.url().meta({ description: 'The link. Anyone who holds it can accept; it is shown this once' });

export const invitationReply = z.strictObject({ invitation: invitationSchema });
export const invitationsReply = z.strictObject({ invitations: z.array(invitationSchema), next_cursor: nextCursor });
/** `url` only where the service sends no mail. */
export const sentInvitationReply = z.strictObject({
  invitation: invitationSchema,
  email_sent: z.boolean(),
  url: url.optional(),
});
export const renewedInvitationReply = z.strictObject({ invitation: invitationSchema, url });

const email = z.string().max(maxEmailLength).meta({ description: 'One e-mail address; it is kept in lower case' });

export const inviteToOrganizationBody = z.strictObject({ email, role: z.enum(roles) });
export const inviteToRepositoryBody = z.strictObject({ email, level: z.enum(invitedLevels) });
export const acceptInvitationBody = z.strictObject({ token: z.string().max(200).meta({ writeOnly: true }) });

export const invitationView = ({ invitation, status }: ShownInvitation): z.input<typeof invitationSchema> => {
  const { invitationGrant, organization, repository } = invitation;
  return {
    id: invitation.id,
    kind: invitationGrant.kind,
    email: invitation.email,
    ...(invitationGrant.kind === 'organization' ? { role: invitationGrant.role } : { level: invitationGrant.level }),
    status,
    organization: { id: invitation.organizationId, ...organization },
    ...(invitationGrant.kind === 'repository' &&
      repository && { repository: { id: invitationGrant.repositoryId, ...repository } }),
    invited_by: { id: invitation.invitedBy, name: invitation.inviterName },
    created_at: timestampOf(invitation.createdAt),
    expires_at: timestampOf(invitation.expiresAt),
    accepted_at: optionalTimestampOf(invitation.accepted?.at),
  };
};

export const sentInvitationView = (sent: SentInvitation): z.input<typeof sentInvitationReply> => ({
  invitation: invitationView(sent),
  email_sent: sent.isMailed,
  url: sent.url,
});

export const renewedInvitationView = (renewed: RenewedInvitation): z.input<typeof renewedInvitationReply> => ({
  invitation: invitationView(renewed),
  url: renewed.url,
});
