import type { Instant, OrganizationId, RepositoryId } from '../values/index.js';

/** Events that leave the platform as webhooks (spec 6.1). */
export type PublicEventType = 'repository.created' | 'repository.deleted' | 'repository.push';
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
