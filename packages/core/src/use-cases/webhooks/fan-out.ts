import type { PublicEventType } from '../../model/domain-event.js';
import { type NotificationType, notificationTypes } from '../../model/notifications/notification.js';
import { type DeliveryId, type Instant, type OrganizationId, trusted } from '../../model/values/index.js';
import { type Delivery, isSubscribed, type Webhook } from '../../model/webhook.js';
import type { Ports } from '../../ports/ports.js';
import type { PendingEvent } from '../../ports/records/outbox-records.js';
import type { Records } from '../../ports/unit-of-work.js';
import { notifyManagers } from '../../steps/notify/notify-managers.js';
import { newDelivery, payloadOf } from './new-delivery.js';

/** How many events are fanned out at a time. */
export const eventsPerRun = 100;

export type FanOutPorts = Pick<Ports, 'random' | 'mailer' | 'settings'>;

/** The active webhooks of organizations, each organization asked for once. */
const webhooksOf = (records: Records) => {
  const known = new Map<OrganizationId, readonly Webhook[]>();
  return async (organizationId: OrganizationId): Promise<readonly Webhook[]> => {
    const webhooks = known.get(organizationId) ?? (await records.webhooks.listActive(organizationId));
    known.set(organizationId, webhooks);
    return webhooks;
  };
};

/** What people are told of, too. */
const isNews = (type: PublicEventType): type is PublicEventType & NotificationType =>
  notificationTypes.some((known) => known === type);

/** Makes a delivery of each event for each active webhook that is subscribed, and answers how many of the events nobody had taken yet. */
export const fanOut = async (
  ports: FanOutPorts,
  records: Records,
  pending: readonly PendingEvent[],
  now: Instant,
): Promise<number> => {
  const activeOf = webhooksOf(records);
  const deliveries: Delivery[] = [];
  const taken = await records.outbox.take(pending.map(({ place }) => place));
  for (const { place, event } of pending) {
    if (!taken.has(place)) continue;
    const { type, organizationId, data } = event;
    if (isNews(type)) await notifyManagers(ports, records, { organizationId, type, data }, { isMailed: false }, now);
    const body = payloadOf(event);
    for (const webhook of await activeOf(organizationId)) {
      if (!isSubscribed(webhook, type)) continue;
      deliveries.push(newDelivery(trusted<DeliveryId>(ports.random.uuid()), webhook.id, type, body, now));
    }
  }
  await records.deliveries.add(deliveries);
  return taken.size;
};

/**
 * Hands on everything that an organization's webhooks are still to hear. It is called before one of them comes, or is changed, so that each hears of what
 * was committed while it was active and subscribed, and of nothing else, however late events are fanned out.
 */
export const fanOutAll = async (
  ports: FanOutPorts,
  records: Records,
  organizationId: OrganizationId,
  now: Instant,
): Promise<void> => {
  for (;;) {
    const pending = await records.outbox.listPending(eventsPerRun, organizationId);
    if (pending.length === 0) return;
    await fanOut(ports, records, pending, now);
  }
};
