import type { ResultAsync } from 'neverthrow';
import type { SignedIn } from '../../access/grant.js';
import type { Unavailable } from '../../model/app-error.js';
import { type Notification, notificationTypesOf } from '../../model/notifications/notification.js';
import type { Caller } from '../../model/permissions/caller.js';
import { permissionsOfScopes } from '../../model/permissions/token-scope.js';
import type { Page, PageRequest } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { NotificationFilter } from '../../ports/records/notification-records.js';

/** A token sees those of its own organization that its scopes reach; undefined for one that is bound to a repository, which sees none. */
export const visibleTo = ({ credential }: Caller): NotificationFilter | undefined => {
  if (credential.kind === 'session') return {};
  const { organizationId, repositoryId, scopes } = credential;
  if (repositoryId !== undefined) return undefined;
  return { organizationId, types: notificationTypesOf(permissionsOfScopes(scopes)) };
};

export const listNotifications =
  ({ unitOfWork }: Pick<Ports, 'unitOfWork'>) =>
  (
    { caller }: SignedIn,
    { isUnread }: Pick<NotificationFilter, 'isUnread'>,
    page: PageRequest,
  ): ResultAsync<Page<Notification>, Unavailable> => {
    const visible = visibleTo(caller);
    return unitOfWork.read(({ notifications }) =>
      visible === undefined
        ? Promise.resolve({ items: [], nextCursor: undefined })
        : notifications.list(caller.userId, { ...visible, isUnread }, page),
    );
  };
