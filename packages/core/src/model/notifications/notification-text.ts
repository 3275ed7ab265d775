import type { Notification } from './notification.js';

/** What a person reads; the wording may change, programs read type and data. */
export const notificationText = ({ type, data }: Pick<Notification, 'type' | 'data'>): string => {
  switch (type) {
    case 'webhook.disabled':
      return `The webhook to ${data['host']} was switched off: its last ${data['consecutive_failures']} deliveries failed. It hears nothing of what happens until it is switched on again.`;
    case 'storage.quota.warning':
      return `The storage is almost full: ${data['used_bytes']} of ${data['limit_bytes']} bytes of the plan are in use.`;
    case 'storage.quota.exceeded':
      return `More is stored than the plan includes: ${data['used_bytes']} bytes, of ${data['limit_bytes']}.`;
    case 'repository.published':
      return `${data['actor_name']} has made the repository ${data['repository_slug']} public: everybody who can sign in may read it.`;
    case 'storage.damaged':
      return `Stored files of the repository ${data['repository_slug']} are damaged and cannot be downloaded. Anyone who has them can push them again.`;
    case 'storage.reclaim.failing':
      return `The bytes of deleted repositories cannot be removed from the bucket ${data['bucket']} of the storage connection ${data['connection_name']}: it refuses, or does not answer. It is asked again, at least daily, until ${data['retried_until']}.`;
    case 'storage.reclaim.abandoned':
      return `The bytes of ${data['repositories']} deleted repositories stay in the bucket ${data['bucket']} of the storage connection ${data['connection_name']}: it has refused to remove them for 30 days, and is asked no more. They lie below ${data['prefix']}.`;
  }
};
