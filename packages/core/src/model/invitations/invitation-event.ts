import { type AuditDetails, auditEvent, type AuditEvent, auditFacts } from '../audit-event.js';
import type { Caller } from '../permissions/caller.js';
import type { Instant } from '../values/index.js';
import { auditTargetIn, type Invitation } from './invitation.js';

/** What the audit log tells of an invitation: whom it asks and what it gives, and nothing of its link. */
export const invitationDetails = ({ email, invitationGrant }: Invitation): AuditDetails =>
  invitationGrant.kind === 'organization'
    ? auditFacts({ email, role: invitationGrant.role })
    : auditFacts({ email, repository_id: invitationGrant.repositoryId, level: invitationGrant.level });

/** That an invitation was accepted or revoked, wherever it leads. */
export const invitationEvent = (caller: Caller, invitation: Invitation, deed: 'accept' | 'revoke', at: Instant): AuditEvent => {
  const { id, organizationId, invitationGrant } = invitation;
  const { kind } = invitationGrant;
  const target = kind === 'organization' ? id : auditTargetIn(invitationGrant.repositoryId, id);
  return auditEvent(caller, organizationId, `${kind}.invitation.${deed}`, target, at, invitationDetails(invitation));
};
