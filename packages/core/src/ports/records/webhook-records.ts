import type { Instant, OrganizationId, Page, PageRequest, UserId, WebhookId } from '../../model/values/index.js';
import type { Webhook } from '../../model/webhook.js';

/** A webhook that has deliveries due. Processes share the work by delivery leases: one at a time for each webhook. */
export interface DueWebhook {
  readonly id: WebhookId;
  readonly dueAt: Instant;
}

/** Webhooks that are not to be leased now, although they are due. */
export interface PassedOverWebhooks {
  readonly organizationIds: readonly OrganizationId[];
  /** Those of all organizations that these users own. */
  readonly ownerIds: readonly UserId[];
  /** Whether those are passed over whose last attempt did not go well, or that have had none. */
  readonly passesUncertain: boolean;
}

/** What deliveries change of their webhook. */
export type WebhookHealth = Pick<Webhook, 'isActive' | 'consecutiveFailures' | 'lastError' | 'lastDeliveryAt'>;

export interface WebhookQueries {
  /** Newest first. */
  list(organizationId: OrganizationId, page: PageRequest): Promise<Page<Webhook>>;
  find(organizationId: OrganizationId, id: WebhookId): Promise<Webhook | undefined>;
  count(organizationId: OrganizationId): Promise<number>;
  listActive(organizationId: OrganizationId): Promise<readonly Webhook[]>;
  /** Webhooks of all organizations in the order of their ids, those behind `after`. */
  listById(after: WebhookId | undefined, limit: number): Promise<readonly Webhook[]>;
  /**
   * Active webhooks with deliveries due that nobody has claimed, those first that have been due for longest. Those that are due after `beyond` follow: no
   * schedule looks so far ahead, so the clock was set back since (`beyondSchedule`). There are none when it is absent.
   */
  listDue(
    now: Instant,
    limit: number,
    options?: { readonly passedOver?: PassedOverWebhooks; readonly beyond?: Instant },
  ): Promise<readonly DueWebhook[]>;
}

export interface WebhookRecords extends WebhookQueries {
  add(webhook: Webhook): Promise<void>;
  /** Changes url, events, and what deliveries change; false when it is gone. Switching off ends the delivery lease under way, switching on plans the next one. */
  update(webhook: Webhook): Promise<boolean>;
  /** Writes another sealing of the secret in place of the one that was read; false when that one is there no more. */
  reseal(webhook: Pick<Webhook, 'id' | 'sealedSecret'>, sealedSecret: string): Promise<boolean>;
  /** Removes it with all its deliveries; false when there is none. */
  remove(organizationId: OrganizationId, id: WebhookId): Promise<boolean>;
  /** Takes the delivery lease, if the webhook is active and still due at `dueAt`; until `until` nobody else sees it as due. */
  leaseWebhook(due: DueWebhook, holder: string, until: Instant): Promise<Webhook | undefined>;
  /**
   * The holder of the delivery lease writes the webhook's health, and the next lease is planned: for when the first delivery is due, and not before
   * `lastDeliveryAt`, so that of many with deliveries due each is leased before one is leased again. Nothing is written when the webhook is gone.
   */
  endDeliveryLease(id: WebhookId, holder: string, health: WebhookHealth): Promise<void>;
}
