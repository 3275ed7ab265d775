import { err, ok, type ResultAsync } from 'neverthrow';
import type { OrganizationGrant, RepositoryGrant } from '../../access/grant.js';
import { withLockedOrganization, withLockedRepository } from '../../access/lock-granted.js';
import { type Forbidden, type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import { invitationEvent } from '../../model/invitations/invitation-event.js';
import type { InvitationId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';

type RevokePorts = Pick<Ports, 'unitOfWork' | 'clock'>;
type Problem = NotFound | Forbidden;

export const revokeOrganizationInvitation =
  (ports: RevokePorts) =>
  (grant: OrganizationGrant<'members.invite'>, id: InvitationId): ResultAsync<void, Problem | Unavailable> =>
    withLockedOrganization(ports, grant, async (records, { caller, organization }) => {
      const organizationId = organization.id;
      const before = await records.invitations.find(id);
      if (before === undefined || !(await records.invitations.revoke(organizationId, undefined, id))) return err(notFound);
      await records.audit.append(invitationEvent(caller, before, 'revoke', ports.clock.now()));
      return ok();
    });

export const revokeRepositoryInvitation =
  (ports: RevokePorts) =>
  (grant: RepositoryGrant<'repository.members.manage'>, id: InvitationId): ResultAsync<void, Problem | Unavailable> =>
    withLockedRepository(ports, grant, async (records, { caller, repository }) => {
      const { organizationId, repositoryId } = repository;
      const before = await records.invitations.find(id);
      if (before === undefined || !(await records.invitations.revoke(organizationId, repositoryId, id))) return err(notFound);
      await records.audit.append(invitationEvent(caller, before, 'revoke', ports.clock.now()));
      return ok();
    });
