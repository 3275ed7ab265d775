import { type Delivery, publicEventTypes, type Webhook, type WebhookEvent } from '@svc/core/model';
import type { Selectable } from 'kysely';
import type { Schema } from '../schema.js';

const webhookEvents: readonly WebhookEvent[] = ['*', ...publicEventTypes];

const eventsFromText = (text: string): readonly WebhookEvent[] => {
  const names = text.split(' ');
  return webhookEvents.filter((event) => names.includes(event));
};

export const webhookOfRow = (row: Selectable<Schema['webhooks']>): Webhook => ({
  id: row.id,
  organizationId: row.organization_id,
  url: row.url,
  events: eventsFromText(row.events),
  isActive: row.is_active === 1,
  consecutiveFailures: row.consecutive_failures,
  sealedSecret: row.sealed_secret,
  lastError: row.last_error ?? undefined,
  lastDeliveryAt: row.last_delivery_at ?? undefined,
  createdAt: row.created_at,
});

/** What deliveries change. */
export const webhookHealthColumns = ({
  isActive,
  consecutiveFailures,
  lastError,
  lastDeliveryAt,
}: Pick<Webhook, 'isActive' | 'consecutiveFailures' | 'lastError' | 'lastDeliveryAt'>) => ({
  is_active: isActive ? 1 : 0,
  consecutive_failures: consecutiveFailures,
  last_error: lastError ?? null,
  last_delivery_at: lastDeliveryAt ?? null,
});

/** Everything that a change of the webhook may write. */
export const webhookColumns = (webhook: Webhook) => ({
  url: webhook.url,
  events: webhook.events.join(' '),
  ...webhookHealthColumns(webhook),
});

export const deliveryOfRow = (row: Selectable<Schema['webhook_deliveries']>): Delivery => ({
  id: row.id,
  webhookId: row.webhook_id,
  eventType: row.event_type,
  body: row.body,
  attempts: row.attempts,
  isSuccess: row.is_success === null ? undefined : row.is_success === 1,
  httpStatus: row.http_status ?? undefined,
  fault: row.fault ?? undefined,
  durationMs: row.duration_ms ?? undefined,
  createdAt: row.created_at,
});
