import type { DomainEvent } from '../../outbox/domain-event.js';

export interface OutboxRecords {
  append(event: DomainEvent): Promise<void>;
}
