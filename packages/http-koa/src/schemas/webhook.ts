import type { CreateWebhook } from '@svc/core';
import {
  type Delivery,
  deliveryFaults,
  maxWebhookUrlLength,
  publicEventTypes,
  type Webhook,
  webhookEvents,
} from '@svc/core/model';
import { z } from 'zod';
import { count, optionalTimestampOf, timestamp, timestampOf, uuid } from './fields.js';
import { nextCursor } from './parameters.js';

/** Spec 2.6, without the secret: only the answer to its creation has that. */
export const webhookSchema = z.strictObject({
  id: uuid,
  organization_id: uuid,
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  active: z.boolean(),
  consecutive_failures: count,
  last_error: z.enum(deliveryFaults).optional(),
  last_delivery_at: timestamp.optional(),
  created_at: timestamp,
});

/** `success` is absent until the delivery is over; what the last attempt has come to, until one has ended. */
export const deliverySchema = z.strictObject({
  id: uuid,
  webhook_id: uuid,
  event_type: z.enum(publicEventTypes),
  success: z.boolean().optional(),
  http_status: z.int().min(100).max(599).optional(),
  attempts: count,
  error: z.enum(deliveryFaults).optional(),
  duration_ms: count.optional(),
  created_at: timestamp,
});

export const webhookReply = z.strictObject({ webhook: webhookSchema });
/** Spec 4.7: the secret is shown this once. */
export const createdWebhookReply = z.strictObject({ webhook: webhookSchema.extend({ secret: z.string() }) });
export const webhooksReply = z.strictObject({ webhooks: z.array(webhookSchema), next_cursor: nextCursor });
export const deliveryReply = z.strictObject({ delivery: deliverySchema });
export const deliveriesReply = z.strictObject({ deliveries: z.array(deliverySchema), next_cursor: nextCursor });

const url = z.string().max(maxWebhookUrlLength).meta({ description: 'http or https, with a host, without user and fragment' });
const events = z.array(z.enum(webhookEvents)).min(1).max(webhookEvents.length);

export const createWebhookBody = z.strictObject({ url, events, active: z.boolean().optional() });
/** What is omitted stays as it is. */
export const updateWebhookBody = z.strictObject({
  url: url.optional(),
  events: events.optional(),
  active: z.boolean().optional(),
});

export const webhookCommand = ({ active, ...rest }: z.output<typeof createWebhookBody>): CreateWebhook => ({
  ...rest,
  isActive: active,
});

export const webhookView = (webhook: Webhook): z.input<typeof webhookSchema> => ({
  id: webhook.id,
  organization_id: webhook.organizationId,
  url: webhook.url,
  events: [...webhook.events],
  active: webhook.isActive,
  consecutive_failures: webhook.consecutiveFailures,
  last_error: webhook.lastError,
  last_delivery_at: optionalTimestampOf(webhook.lastDeliveryAt),
  created_at: timestampOf(webhook.createdAt),
});

export const deliveryView = (delivery: Delivery): z.input<typeof deliverySchema> => ({
  id: delivery.id,
  webhook_id: delivery.webhookId,
  event_type: delivery.eventType,
  success: delivery.isSuccess,
  http_status: delivery.httpStatus,
  attempts: delivery.attempts,
  error: delivery.fault,
  duration_ms: delivery.durationMs,
  created_at: timestampOf(delivery.createdAt),
});
