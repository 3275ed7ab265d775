import type { Instant, OrganizationId, RepositoryId } from './values/index.js';

/** Events that leave the platform as webhooks (spec 6.1). */
export const publicEventTypes = [
  'repository.created',
  'repository.deleted',
  'repository.push',
  'repository.push.indexed',
  'release.published',
  'storage.snapshot.created',
  'storage.quota.warning',
  'storage.quota.exceeded',
  'maintenance.gc.completed',
] as const;
export type PublicEventType = (typeof publicEventTypes)[number];
/** Events for the service's own jobs. */
export type InternalEventType = 'upload.session.created' | 'upload.session.finalized' | 'repository.usage.changed';

/** Something that has happened, committed with the change itself. Field names of `data` are those of the wire (spec 6.2). */
export interface DomainEvent {
  readonly type: PublicEventType | InternalEventType;
  readonly organizationId: OrganizationId;
  readonly repositoryId: RepositoryId | undefined;
  readonly occurredAt: Instant;
  readonly data: Readonly<Record<string, string | number>>;
}

export interface PublicEvent extends DomainEvent {
  readonly type: PublicEventType;
}

/** A public event leaves; one of the service's own never does. */
export const isPublicEvent = (event: DomainEvent): event is PublicEvent => publicEventTypes.some((type) => type === event.type);
