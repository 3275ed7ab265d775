import { err, ok, type ResultAsync } from 'neverthrow';
import type { OrganizationGrant, RepositoryGrant } from '../../access/grant.js';
import { withLockedOrganization, withLockedRepository } from '../../access/lock-granted.js';
import { type Forbidden, type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import { auditEvent } from '../../model/audit-event.js';
import { auditTargetIn } from '../../model/invitations/invitation.js';
import type { InvitationId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import { invitationDetails } from './invitation-details.js';

type RevokePorts = Pick<Ports, 'unitOfWork' | 'clock'>;
type Problem = NotFound | Forbidden;

export const revokeOrganizationInvitation =
  (ports: RevokePorts) =>
  (grant: OrganizationGrant<'members.invite'>, id: InvitationId): ResultAsync<void, Problem | Unavailable> =>
    withLockedOrganization(ports, grant, async (records, { caller, organization }) => {
      const organizationId = organization.id;
      const before = await records.invitations.find(id);
      if (!(await records.invitations.revoke(organizationId, undefined, id))) return err(notFound);
      const now = ports.clock.now();
      const details = before === undefined ? {} : invitationDetails(before);
      await records.audit.append(auditEvent(caller, organizationId, 'organization.invitation.revoke', id, now, details));
      return ok();
    });

export const revokeRepositoryInvitation =
  (ports: RevokePorts) =>
  (grant: RepositoryGrant<'repository.members.manage'>, id: InvitationId): ResultAsync<void, Problem | Unavailable> =>
    withLockedRepository(ports, grant, async (records, { caller, repository }) => {
      const { organizationId, repositoryId } = repository;
      const before = await records.invitations.find(id);
      if (!(await records.invitations.revoke(organizationId, repositoryId, id))) return err(notFound);
      const target = auditTargetIn(repositoryId, id);
      const details = before === undefined ? {} : invitationDetails(before);
      const now = ports.clock.now();
      await records.audit.append(auditEvent(caller, organizationId, 'repository.invitation.revoke', target, now, details));
      return ok();
    });
