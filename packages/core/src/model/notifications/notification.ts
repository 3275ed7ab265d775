import type { OrganizationPermission, Permission } from '../permissions/permission.js';
import type { Role } from '../permissions/role.js';
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

/** Who is told, and may look at what they were told for as long as they are this. */
export const notifiedRoles = ['OWNER', 'ADMIN'] as const satisfies readonly Role[];

/** What shows the same without a notification: a token whose scopes do not reach it is not shown this type (spec 5.3). */
const permissionOfType: Readonly<Record<NotificationType, OrganizationPermission>> = {
  'webhook.disabled': 'organization.update',
  'storage.quota.warning': 'usage.read',
  'storage.quota.exceeded': 'usage.read',
  'repository.published': 'repositories.read',
  'storage.damaged': 'repositories.read',
  'storage.reclaim.failing': 'storage.read',
  'storage.reclaim.abandoned': 'storage.read',
};

export const notificationTypesOf = (reach: ReadonlySet<Permission>): readonly NotificationType[] =>
  notificationTypes.filter((type) => reach.has(permissionOfType[type]));

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
