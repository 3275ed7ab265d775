import { signedIn } from '../endpoint/access.js';
import { noFields } from '../endpoint/body.js';
import { endpoint } from '../endpoint/endpoint.js';
import { reply } from '../endpoint/reply.js';
import { notificationReply, notificationsQuery, notificationsReply, notificationView } from '../schemas/notification.js';

/** Spec 4.2, 6.4. */
export const notificationEndpoints = [
  endpoint({
    name: 'notifications.list',
    summary: "The caller's notifications, newest first",
    route: 'GET /notifications',
    access: signedIn(),
    query: notificationsQuery,
    output: { 200: notificationsReply },
    errors: ['unavailable'],
    handle: ({ application, grant, query: { unread, ...page } }) =>
      application.notifications
        .list(grant, { isUnread: unread }, page)
        .map(({ items, nextCursor }) => reply(200, { notifications: items.map(notificationView), next_cursor: nextCursor })),
  }),
  endpoint({
    name: 'notifications.read',
    summary: "Mark one of the caller's notifications as read",
    route: 'POST /notifications/{id}/read',
    access: signedIn(),
    body: noFields(),
    output: { 200: notificationReply },
    errors: ['not_found', 'forbidden', 'unavailable'],
    handle: ({ application, grant, params }) =>
      application.notifications.read(grant, params.id).map((read) => reply(200, { notification: notificationView(read) })),
  }),
];
