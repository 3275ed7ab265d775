import type { ResultAsync } from 'neverthrow';
import type { SignedIn } from '../../access/grant.js';
import type { Forbidden, NotFound, Unavailable } from '../../model/app-error.js';
import type { Notification } from '../../model/notifications/notification.js';
import type { NotificationId } from '../../model/values/ids.js';
import type { Page, PageRequest } from '../../model/values/page.js';
import type { Ports } from '../../ports/ports.js';
import type { NotificationFilter } from '../../ports/records/notification-records.js';
import { listNotifications } from './list-notifications.js';
import { readNotification } from './read-notification.js';

/** What a user is told about their organizations and repositories (spec 6.4). */
export interface Notifications {
  /** Lists the caller's notifications, newest first. */
  readonly list: (
    signedIn: SignedIn,
    command: Pick<NotificationFilter, 'isUnread'>,
    page: PageRequest,
  ) => ResultAsync<Page<Notification>, Unavailable>;

  /** Marks one of the caller's notifications as read. Idempotent. */
  readonly read: (signedIn: SignedIn, id: NotificationId) => ResultAsync<Notification, NotFound | Forbidden | Unavailable>;
}

export const createNotifications = (ports: Ports): Notifications => ({
  list: listNotifications(ports),
  read: readNotification(ports),
});
