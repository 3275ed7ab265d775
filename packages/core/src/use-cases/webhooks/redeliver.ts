import { err, ok, type ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import { withLockedOrganization } from '../../access/lock-granted.js';
import { type Conflict, conflict, type Forbidden, type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import { auditEvent, auditFacts } from '../../model/audit-event.js';
import { type DeliveryId, trusted, type WebhookId } from '../../model/values/index.js';
import type { Delivery } from '../../model/webhook.js';
import type { Ports } from '../../ports/ports.js';
import { newDelivery } from './new-delivery.js';
import { hostOf } from './webhook-details.js';

type Problem = NotFound | Forbidden | Conflict;

export const redeliver =
  ({ unitOfWork, clock, random }: Pick<Ports, 'unitOfWork' | 'clock' | 'random'>) =>
  (
    grant: OrganizationGrant<'organization.update'>,
    webhookId: WebhookId,
    id: DeliveryId,
  ): ResultAsync<Delivery, Problem | Unavailable> =>
    withLockedOrganization({ unitOfWork }, grant, async (records, { caller, organization }) => {
      const organizationId = organization.id;
      const webhook = await records.webhooks.find(organizationId, webhookId);
      const earlier = webhook && (await records.deliveries.find(webhookId, id));
      if (webhook === undefined || earlier === undefined) return err(notFound);
      if (!webhook.isActive) return err(conflict('webhook_inactive'));
      const now = clock.now();
      const deliveryId = trusted<DeliveryId>(random.uuid());
      const delivery = newDelivery(deliveryId, webhookId, earlier.eventType, earlier.body, now);
      await records.deliveries.add([delivery]);
      const details = auditFacts({ webhook_id: webhookId, host: hostOf(webhook), event: earlier.eventType });
      await records.audit.append(auditEvent(caller, organizationId, 'webhook.redeliver', id, now, details));
      return ok(delivery);
    });
