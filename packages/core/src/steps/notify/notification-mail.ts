import { notificationText } from '../../model/notifications/notification-text.js';
import type { Notification, NotificationType } from '../../model/notifications/notification.js';
import type { Organization } from '../../model/organizations/organization.js';
import type { Mail } from '../../ports/mailer.js';
import { clipped, composeMail } from './compose-mail.js';

const subjects: Readonly<Record<NotificationType, string>> = {
  'webhook.disabled': 'A webhook was switched off',
  'storage.quota.warning': 'The storage is almost full',
  'storage.quota.exceeded': 'More is stored than the plan includes',
  'repository.published': 'A repository was made public',
  'storage.damaged': 'Stored files are damaged',
  'storage.reclaim.failing': 'A bucket keeps deleted repositories',
  'storage.reclaim.abandoned': 'Bytes of deleted repositories stay in a bucket',
};

const maxNameInSubject = 60;

/** What one of the organization's managers is sent. */
export const mailOf = (to: string, news: Pick<Notification, 'type' | 'data'>, { name }: Organization, baseUrl: string): Mail =>
  composeMail(to, {
    subject: `${subjects[news.type]}: ${clipped(name, maxNameInSubject)}`,
    paragraphs: [notificationText(news), `You get this because you manage ${name} at ${baseUrl}.`],
  });
