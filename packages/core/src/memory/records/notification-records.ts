import { type Notification, notifiedRoles } from '../../model/notifications/notification.js';
import type { Membership } from '../../model/organizations/organization.js';
import type { NotificationFilter, NotificationQueries, NotificationRecords } from '../../ports/records/notification-records.js';
import { compareText, descending, pageByKey } from '../page-by-key.js';
import { keyOf } from '../table.js';
import type { DraftTables, ReadableTables } from '../tables.js';

const ageKey = ({ createdAt, id }: Notification): string => descending(createdAt) + id;

const isNotified = (membership: Membership | undefined): boolean => notifiedRoles.some((role) => role === membership?.role);

const passes = (
  tables: ReadableTables,
  { organizationId, isUnread, types }: NotificationFilter,
  notification: Notification,
): boolean =>
  isNotified(tables.memberships.get(keyOf(notification.organizationId, notification.userId))) &&
  (types === undefined || types.includes(notification.type)) &&
  (organizationId === undefined || notification.organizationId === organizationId) &&
  (isUnread === undefined || (notification.readAt === undefined) === isUnread);

export const notificationQueries = (tables: ReadableTables): NotificationQueries => ({
  list: async (userId, filter, page) =>
    pageByKey(
      tables.notifications.where((notification) => notification.userId === userId && passes(tables, filter, notification)),
      ageKey,
      page,
    ),
});

export const notificationRecords = (tables: DraftTables): NotificationRecords => ({
  ...notificationQueries(tables),
  listManagers: async (organizationId) =>
    tables.memberships
      .where((member) => member.organizationId === organizationId && isNotified(member))
      .flatMap(({ userId }) => tables.users.get(userId) ?? [])
      .filter(({ status }) => status === 'ACTIVE')
      .map(({ id: userId, email, emailVerified }) => ({ userId, email: emailVerified ? email : undefined }))
      .toSorted((left, right) => compareText(left.userId, right.userId)),
  add: async (notification) => tables.notifications.put(notification.id, notification),
  read: async (userId, id, filter, at) => {
    const found = tables.notifications.get(id);
    if (found?.userId !== userId || !passes(tables, filter, found)) return undefined;
    const read = { ...found, readAt: found.readAt ?? at };
    tables.notifications.put(id, read);
    return read;
  },
  removeOlder: async (before, limit) => {
    const old = tables.notifications
      .where(({ createdAt }) => createdAt < before)
      .toSorted((left, right) => left.createdAt - right.createdAt)
      .slice(0, limit);
    for (const { id } of old) tables.notifications.remove(id);
    return old.length;
  },
});
