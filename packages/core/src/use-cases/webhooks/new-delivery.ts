import type { PublicEvent, PublicEventType } from '../../model/domain-event.js';
import type { DeliveryId, Instant, WebhookId } from '../../model/values/index.js';
import type { Delivery } from '../../model/webhook.js';

/** Spec 6.2: what receivers are sent. Made once and kept, so that each attempt sends the same bytes. */
export const payloadOf = ({ type, organizationId, repositoryId, occurredAt, data }: PublicEvent): string =>
  JSON.stringify({
    type,
    organization_id: organizationId,
    repository_id: repositoryId,
    occurred_at: new Date(occurredAt).toISOString(),
    data,
  });

export const newDelivery = (
  id: DeliveryId,
  webhookId: WebhookId,
  eventType: PublicEventType,
  body: string,
  createdAt: Instant,
): Delivery => ({
  id,
  webhookId,
  eventType,
  body,
  attempts: 0,
  isSuccess: undefined,
  httpStatus: undefined,
  fault: undefined,
  durationMs: undefined,
  createdAt,
});
