import type { DeliveryId, Instant, Page, PageRequest, WebhookId } from '../../model/values/index.js';
import type { AttemptOutcome, Delivery } from '../../model/webhook.js';

/** A delivery whose next attempt somebody has begun. `delivery.attempts` is its number; one that was cut off keeps it. */
export interface ClaimedDelivery {
  readonly delivery: Delivery;
  readonly holder: string;
}

/** What follows an attempt: another one, or the end. */
export type AfterAttempt =
  | { readonly kind: 'retry'; readonly dueAt: Instant }
  | { readonly kind: 'over'; readonly isSuccess: boolean };

export interface DeliveryQueries {
  /** Newest first. */
  list(webhookId: WebhookId, page: PageRequest): Promise<Page<Delivery>>;
  find(webhookId: WebhookId, id: DeliveryId): Promise<Delivery | undefined>;
}

export interface DeliveryRecords extends DeliveryQueries {
  /** Adds deliveries of which no attempt was made, due at their creation, and plans the delivery leases of their webhooks. */
  add(deliveries: readonly Delivery[]): Promise<void>;
  /**
   * Begins the next attempt of at most `limit` deliveries that are due, the longest due first, and of each again at `until` if nothing is heard of it. When
   * none is due, of those that are after `beyond`, as in `WebhookQueries.listDue`.
   */
  claim(
    webhookId: WebhookId,
    holder: string,
    now: Instant,
    until: Instant,
    limit: number,
    beyond?: Instant,
  ): Promise<readonly ClaimedDelivery[]>;
  /** Writes what became of the attempt; false, and nothing written, when somebody else has begun it again since, or it is gone. */
  recordOutcome(claimed: ClaimedDelivery, outcome: AttemptOutcome, after: AfterAttempt): Promise<boolean>;
  /** Removes at most `limit` that were made before the instant, delivered or not, and answers how many. */
  removeOlder(before: Instant, limit: number): Promise<number>;
}
