import { err, ok, type ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import { withLockedOrganization } from '../../access/lock-granted.js';
import { secretSha256 } from '../../access/secret-sha256.js';
import { newInvitationSecret } from '../../access/token-secret.js';
import { type Forbidden, invariant, type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import { auditEvent } from '../../model/audit-event.js';
import { invitationDetails } from '../../model/invitations/invitation-event.js';
import { invitationUrl } from '../../model/invitations/invitation-url.js';
import { invitationLifetimeMs, invitationStatus, type ShownInvitation } from '../../model/invitations/invitation.js';
import type { InvitationId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import { refusedInvitationGrant } from './inviter-rights.js';

export interface RenewedInvitation extends ShownInvitation {
  readonly url: string;
}

export const renewInvitation =
  (ports: Pick<Ports, 'unitOfWork' | 'clock' | 'random' | 'settings'>) =>
  (
    grant: OrganizationGrant<'members.invite'>,
    id: InvitationId,
  ): ResultAsync<RenewedInvitation, NotFound | Forbidden | Unavailable> =>
    withLockedOrganization(ports, grant, async (records, { caller, role: actor, organization }) => {
      const organizationId = organization.id;
      const before = await records.invitations.find(id);
      if (before?.organizationId !== organizationId || before.invitationGrant.kind !== 'organization') return err(notFound);
      const refused = refusedInvitationGrant(actor, before.invitationGrant.role);
      if (refused !== undefined) return err(refused);
      const now = ports.clock.now();
      const secret = newInvitationSecret(ports.random);
      const link = { secretSha256: secretSha256(secret), invitedBy: caller.userId, expiresAt: now + invitationLifetimeMs };
      if (!(await records.invitations.renew(id, link))) return err(notFound);
      const details = invitationDetails(before);
      await records.audit.append(auditEvent(caller, organizationId, 'organization.invitation.renew', id, now, details));
      const invitation = await records.invitations.find(id);
      invariant(invitation !== undefined, 'what was renewed is there');
      return ok({ invitation, status: invitationStatus(invitation, now), url: invitationUrl(ports.settings.baseUrl, secret) });
    });
