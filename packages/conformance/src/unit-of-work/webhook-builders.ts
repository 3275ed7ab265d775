import {
  type Delivery,
  type DeliveryId,
  type Notification,
  type NotificationId,
  type OrganizationId,
  type QueuedMailId,
  trusted,
  type UserId,
  type Webhook,
  type WebhookId,
} from '@svc/core/model';
import type { QueuedMail } from '@svc/core/ports';
import { builtAt, uniqueId } from './builders.js';
import { commit, type UnitOfWorkHarness } from './harness.js';
import { storedOrganization } from './stored.js';

/** Active, for everything. */
const aWebhook = (organizationId: OrganizationId, part: Partial<Webhook> = {}): Webhook => ({
  id: trusted<WebhookId>(uniqueId()),
  organizationId,
  url: 'https://hooks.example.org/svc?team=1',
  events: ['*'],
  isActive: true,
  consecutiveFailures: 0,
  sealedSecret: 'k1.sealed',
  lastError: undefined,
  lastDeliveryAt: undefined,
  createdAt: builtAt,
  ...part,
});

/** Not tried yet. */
const aDelivery = (webhookId: WebhookId, part: Partial<Delivery> = {}): Delivery => ({
  id: trusted<DeliveryId>(uniqueId()),
  webhookId,
  eventType: 'repository.push',
  body: '{"type":"repository.push","data":{"text":"Modèle 🚀"}}',
  attempts: 0,
  isSuccess: undefined,
  httpStatus: undefined,
  fault: undefined,
  durationMs: undefined,
  createdAt: builtAt,
  ...part,
});

/** Unread. */
export const aNotification = (
  organizationId: OrganizationId,
  userId: UserId,
  part: Partial<Notification> = {},
): Notification => ({
  id: trusted<NotificationId>(uniqueId()),
  userId,
  organizationId,
  type: 'webhook.disabled',
  data: { host: 'hooks.example.org', consecutive_failures: 10 },
  createdAt: builtAt,
  readAt: undefined,
  ...part,
});

/** Due from the beginning. */
export const aQueuedMail = (part: Partial<QueuedMail> = {}): QueuedMail => ({
  id: trusted<QueuedMailId>(uniqueId()),
  mail: { to: 'ada@example.org', subject: 'A webhook 🚀', text: 'It was\nswitched off.', html: '<p>It was switched off.</p>' },
  createdAt: builtAt,
  ...part,
});

export const storedWebhook = async (harness: UnitOfWorkHarness, part: Partial<Webhook> = {}): Promise<Webhook> => {
  const organizationId = part.organizationId ?? (await storedOrganization(harness)).id;
  const webhook = aWebhook(organizationId, part);
  await commit(harness, (records) => records.webhooks.add(webhook));
  return webhook;
};

export const storedDelivery = async (
  harness: UnitOfWorkHarness,
  webhookId: WebhookId,
  part: Partial<Delivery> = {},
): Promise<Delivery> => {
  const delivery = aDelivery(webhookId, part);
  await commit(harness, (records) => records.deliveries.add([delivery]));
  return delivery;
};
