import { type AuditDetails, auditFacts } from '../../model/audit-event.js';
import type { Invitation } from '../../model/invitations/invitation.js';

/** What the audit log tells of an invitation: whom it asks and what it gives, and nothing of its link. */
export const invitationDetails = ({ email, invitationGrant }: Invitation): AuditDetails =>
  invitationGrant.kind === 'organization'
    ? auditFacts({ email, role: invitationGrant.role })
    : auditFacts({ email, repository_id: invitationGrant.repositoryId, level: invitationGrant.level });
