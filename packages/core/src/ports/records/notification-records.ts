import type { Notification, NotificationType } from '../../model/notifications/notification.js';
import type { Instant, NotificationId, OrganizationId, Page, PageRequest, UserId } from '../../model/values/index.js';

export interface NotificationFilter {
  /** Undefined: those of all organizations. */
  readonly organizationId?: OrganizationId | undefined;
  readonly isUnread?: boolean | undefined;
  /** Undefined: those of all types. */
  readonly types?: readonly NotificationType[] | undefined;
}

/** Somebody who answers for an organization. */
export interface Recipient {
  readonly userId: UserId;
  /** Undefined where none is verified. */
  readonly email: string | undefined;
}

export interface NotificationQueries {
  /** The user's, newest first, of organizations whose OWNER or ADMIN they are. */
  list(userId: UserId, filter: NotificationFilter, page: PageRequest): Promise<Page<Notification>>;
}

export interface NotificationRecords extends NotificationQueries {
  /** The organization's OWNERs and ADMINs who are ACTIVE, by their ids. */
  listManagers(organizationId: OrganizationId): Promise<readonly Recipient[]>;
  add(notification: Notification): Promise<void>;
  /** Marks as read what `list` shows, the first time with the instant; undefined when it shows none of this id within the filter. */
  read(userId: UserId, id: NotificationId, filter: NotificationFilter, at: Instant): Promise<Notification | undefined>;
  /** Removes at most `limit` that were made before the instant, and answers how many. */
  removeOlder(before: Instant, limit: number): Promise<number>;
}
