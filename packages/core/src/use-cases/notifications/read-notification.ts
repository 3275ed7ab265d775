import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { SignedIn } from '../../access/grant.js';
import { withSignedIn } from '../../access/lock-granted.js';
import { type Forbidden, type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import type { Notification } from '../../model/notifications/notification.js';
import type { NotificationId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import { visibleTo } from './list-notifications.js';

export const readNotification =
  (ports: Pick<Ports, 'unitOfWork' | 'clock'>) =>
  (signedIn: SignedIn, id: NotificationId): ResultAsync<Notification, NotFound | Forbidden | Unavailable> =>
    withSignedIn(ports, signedIn, async ({ notifications }, { caller }): Promise<Result<Notification, NotFound>> => {
      const visible = visibleTo(caller);
      const read = visible && (await notifications.read(caller.userId, id, visible, ports.clock.now()));
      return read === undefined ? err(notFound) : ok(read);
    });
