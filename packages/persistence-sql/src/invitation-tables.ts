import type { Instant, InvitationId, InvitedLevel, OrganizationId, RepositoryId, Role, UserId } from '@svc/core/model';

interface InvitationsTable {
  id: InvitationId;
  organization_id: OrganizationId;
  /** Null: to the organization itself. */
  repository_id: RepositoryId | null;
  email: string;
  /** Of those to an organization. */
  role: Role | null;
  /** Of those to a repository. */
  level: InvitedLevel | null;
  secret_sha256: Uint8Array;
  invited_by: UserId;
  created_at: Instant;
  expires_at: Instant;
  accepted_by: UserId | null;
  accepted_at: Instant | null;
}

interface InvitationMailsTable {
  organization_id: OrganizationId;
  email: string;
  sent_at: Instant;
}

/** Who was asked to come, and which mails went out for it. */
export interface InvitationTables {
  invitations: InvitationsTable;
  invitation_mails: InvitationMailsTable;
}
