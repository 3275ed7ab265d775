import type { DomainEvent, PublicEvent } from '../../model/domain-event.js';
import type { Instant, OrganizationId } from '../../model/values/index.js';

/** A public event that has not been handed to the webhooks yet. */
export interface PendingEvent {
  /** Its name in the outbox. Places are in no order of the commits. */
  readonly place: number;
  readonly event: PublicEvent;
}

export interface OutboxQueries {
  /** Public events that nobody has taken, of one organization or of all, the oldest first, at most `limit`. */
  listPending(limit: number, organizationId?: OrganizationId): Promise<readonly PendingEvent[]>;
}

export interface OutboxRecords extends OutboxQueries {
  /** A public event is pending from now on; the service's own events never are. */
  append(event: DomainEvent): Promise<void>;
  /** Answers which of them nobody else has taken. */
  take(places: readonly number[]): Promise<ReadonlySet<number>>;
  /**
   * Looks at no more than `limit` events, from the first one on. Removes those that are not pending and happened before the instant, or after `beyond`, since when
   * the clock was set back, and answers how many.
   */
  removeOlder(before: Instant, beyond: Instant, limit: number): Promise<number>;
}
