import { ok, okAsync, type Result, type ResultAsync } from 'neverthrow';
import type { Unavailable } from '../app-error.js';
import { type NotificationType, notificationTypes } from '../notifications/notification.js';
import { notifyManagers } from '../notifications/notify-managers.js';
import type { PublicEventType } from '../outbox/domain-event.js';
import type { PendingEvent } from '../ports/records/outbox-records.js';
import type { Ports } from '../ports/ports.js';
import type { Records } from '../ports/unit-of-work.js';
import { type DeliveryId, type Instant, type OrganizationId, trusted } from '../values/index.js';
import { newDelivery, payloadOf } from './new-delivery.js';
import { type Delivery, isSubscribed, type Webhook } from './webhook.js';

/** How many events one transaction hands on. */
const eventsPerRun = 100;

type FanOutPorts = Pick<Ports, 'unitOfWork' | 'clock' | 'random' | 'mailer' | 'settings'>;

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

const handOn = async (
  ports: FanOutPorts,
  records: Records,
  pending: readonly PendingEvent[],
  now: Instant,
): Promise<Result<number, never>> => {
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
  return ok(taken.size);
};

/**
 * Makes deliveries of the oldest events that are pending, one for each active webhook that is subscribed, and answers how many events that were: it is to
 * be called again until there are none. An event stops to be pending with the very transaction that writes its deliveries, so it is handed on once,
 * however many processes are at it.
 */
export const fanOutEvents = (ports: FanOutPorts) => (): ResultAsync<number, Unavailable> =>
  // Asked for outside of the transaction, which then touches single events alone and is in the way of nobody who writes others.
  ports.unitOfWork
    .read(({ outbox }) => outbox.listPending(eventsPerRun))
    .andThen((pending) =>
      pending.length === 0
        ? okAsync(0)
        : ports.unitOfWork.transact((records) => handOn(ports, records, pending, ports.clock.now())),
    );
