import type { Slug } from '@svc/core';
import { invariant, type Invitation, type InvitationGrant } from '@svc/core/model';
import type { Selectable } from 'kysely';
import type { Schema } from '../schema.js';

export interface InvitationRow extends Omit<Selectable<Schema['invitations']>, 'secret_sha256'> {
  readonly inviter_name: string;
  readonly organization_name: string;
  readonly organization_slug: Slug;
  readonly repository_name: string | null;
  readonly repository_slug: Slug | null;
}

const invitationGrantOf = ({ repository_id: repositoryId, role, level }: InvitationRow): InvitationGrant => {
  if (repositoryId !== null && level !== null) return { kind: 'repository', repositoryId, level };
  invariant(role !== null, 'an invitation gives a role, or a level on a repository');
  return { kind: 'organization', role };
};

export const invitationOf = (row: InvitationRow): Invitation => ({
  id: row.id,
  organizationId: row.organization_id,
  email: row.email,
  invitationGrant: invitationGrantOf(row),
  invitedBy: row.invited_by,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  inviterName: row.inviter_name,
  organization: { name: row.organization_name, slug: row.organization_slug },
  repository:
    row.repository_name === null || row.repository_slug === null
      ? undefined
      : { name: row.repository_name, slug: row.repository_slug },
  accepted: row.accepted_by === null || row.accepted_at === null ? undefined : { by: row.accepted_by, at: row.accepted_at },
});
