import { err, ok, type ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import { withLockedOrganization } from '../../access/lock-granted.js';
import { type Forbidden, type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import { auditChanges, auditEvent } from '../../model/audit-event.js';
import type { WebhookId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import { webhookDetails } from './webhook-details.js';

export const deleteWebhook =
  ({ unitOfWork, clock }: Pick<Ports, 'unitOfWork' | 'clock'>) =>
  (grant: OrganizationGrant<'organization.update'>, id: WebhookId): ResultAsync<void, NotFound | Forbidden | Unavailable> =>
    withLockedOrganization({ unitOfWork }, grant, async (records, { caller, organization }) => {
      const organizationId = organization.id;
      const before = await records.webhooks.find(organizationId, id);
      if (!(await records.webhooks.remove(organizationId, id))) return err(notFound);
      const details = before === undefined ? {} : auditChanges(webhookDetails(before), {});
      await records.audit.append(auditEvent(caller, organizationId, 'webhook.delete', id, clock.now(), details));
      return ok();
    });
