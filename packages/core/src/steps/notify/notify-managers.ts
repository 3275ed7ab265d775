import type { Notification } from '../../model/notifications/notification.js';
import { type Instant, type NotificationId, type QueuedMailId, trusted, type UserId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Records } from '../../ports/unit-of-work.js';
import { mailOf } from './notification-mail.js';

type News = Pick<Notification, 'organizationId' | 'type' | 'data'>;

/**
 * One mail of a type about one thing waits for a person at a time, and says what is newest: else an organization that switches a thing on and off fills the queue, and
 * every other mail waits behind.
 */
const mailIdOf = ({ organizationId, type, data }: News, userId: UserId, id: NotificationId): QueuedMailId => {
  // What is given up later says nothing of what was given up before, and nothing is given up twice.
  const isOnce = type === 'storage.reclaim.abandoned';
  const about = isOnce ? id : (data['repository_id'] ?? data['webhook_id'] ?? data['storage_connection_id'] ?? '');
  return trusted<QueuedMailId>([type, organizationId, about, userId].join(' '));
};

/**
 * Tells the organization's OWNERs and ADMINs, within the transaction of what they are told of. Their mails are put into the queue, from where they are
 * sent once this is committed; without a mailer nothing is queued.
 */
export const notifyManagers = async (
  { random, mailer, settings }: Pick<Ports, 'random' | 'mailer' | 'settings'>,
  records: Records,
  news: News,
  { isMailed }: { readonly isMailed: boolean },
  at: Instant,
): Promise<void> => {
  const organization = await records.organizations.find(news.organizationId);
  if (organization === undefined) return;
  for (const { userId, email } of await records.notifications.listManagers(news.organizationId)) {
    const id = trusted<NotificationId>(random.uuid());
    await records.notifications.add({ ...news, id, userId, createdAt: at, readAt: undefined });
    if (!isMailed || mailer === undefined || email === undefined) continue;
    const mail = mailOf(email, news, organization, settings.baseUrl);
    await records.mails.add({ id: mailIdOf(news, userId, id), mail, createdAt: at });
  }
};
