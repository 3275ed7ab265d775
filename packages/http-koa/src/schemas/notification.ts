import { type Notification, notificationText, notificationTypes } from '@svc/core/model';
import { z } from 'zod';
import { optionalTimestampOf, timestamp, timestampOf, uuid } from './fields.js';
import { nextCursor, pageQuery } from './parameters.js';

/** `message` is for people and its wording may change; programs read `type` and `data`. */
export const notificationSchema = z.strictObject({
  id: uuid,
  organization_id: uuid,
  type: z.enum(notificationTypes),
  message: z.string(),
  data: z.record(z.string(), z.union([z.string(), z.number()])),
  created_at: timestamp,
  read_at: timestamp.optional(),
});

export const notificationReply = z.strictObject({ notification: notificationSchema });
export const notificationsReply = z.strictObject({ notifications: z.array(notificationSchema), next_cursor: nextCursor });

/** `unread`: only those that are, or, with `false`, only those that are not. */
export const notificationsQuery = pageQuery.extend({
  unread: z
    .enum(['true', 'false'])
    .optional()
    .transform((text) => (text === undefined ? undefined : text === 'true'))
    .meta({ parameter: { type: 'boolean' } }),
});

export const notificationView = (notification: Notification): z.input<typeof notificationSchema> => ({
  id: notification.id,
  organization_id: notification.organizationId,
  type: notification.type,
  message: notificationText(notification),
  data: { ...notification.data },
  created_at: timestampOf(notification.createdAt),
  read_at: optionalTimestampOf(notification.readAt),
});
