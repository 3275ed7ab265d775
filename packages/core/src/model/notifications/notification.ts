import type { Instant, NotificationId, OrganizationId, UserId } from '../values/index.js';

export const notificationTypes = [
  'webhook.disabled',
  'storage.quota.warning',
  'storage.quota.exceeded',
  'repository.published',
  'storage.damaged',
  'storage.reclaim.failing',
  'storage.reclaim.abandoned',
] as const;
export type NotificationType = (typeof notificationTypes)[number];

/** Something that one user is told of an organization (spec 6.4). */
export interface Notification {
  readonly id: NotificationId;
  readonly userId: UserId;
  readonly organizationId: OrganizationId;
  readonly type: NotificationType;
  /** Field names are those of the wire. */
  readonly data: Readonly<Record<string, string | number>>;
  readonly createdAt: Instant;
  readonly readAt: Instant | undefined;
}
