import type { ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import type { BadRequest, Conflict, Forbidden, NotFound, Unavailable } from '../../model/app-error.js';
import type { DeliveryId, WebhookId } from '../../model/values/ids.js';
import type { Page, PageRequest } from '../../model/values/page.js';
import type { Delivery, Webhook } from '../../model/webhook.js';
import type { Ports } from '../../ports/ports.js';
import { type CreatedWebhook, createWebhook, type CreateWebhook } from './create-webhook.js';
import { deleteWebhook } from './delete-webhook.js';
import { deliverBatch, type DeliveredBatch } from './deliver-batch.js';
import { fanOutNext } from './fan-out-next.js';
import { type DeliveryLease, leaseWebhook } from './lease-webhook.js';
import { createLeasedWebhooks } from './leased-webhooks.js';
import { listDeliveries, listWebhooks } from './list-webhooks.js';
import { redeliver } from './redeliver.js';
import { updateWebhook, type UpdateWebhook } from './update-webhook.js';

/** Webhooks and their deliveries (spec 2.6, 4.7). Needs a `webhookSender` and a `secretBox`. */
export interface Webhooks {
  /** Lists the organization's webhooks, newest first, without their secrets. */
  readonly list: (grant: OrganizationGrant<'organization.update'>, page: PageRequest) => ResultAsync<Page<Webhook>, Unavailable>;

  /** Creates a webhook and returns its secret once (spec 2.6, 4.7). `conflict` with `webhook_limit`. */
  readonly create: (
    grant: OrganizationGrant<'organization.update'>,
    command: CreateWebhook,
  ) => ResultAsync<CreatedWebhook, BadRequest | NotFound | Forbidden | Conflict | Unavailable>;

  /**
   * Changes a webhook (spec 4.7). Deliveries that were pending when it was switched off go out when it is on again; events meanwhile
   * do not.
   */
  readonly update: (
    grant: OrganizationGrant<'organization.update'>,
    id: WebhookId,
    command: UpdateWebhook,
  ) => ResultAsync<Webhook, BadRequest | NotFound | Forbidden | Unavailable>;

  /** Deletes a webhook with its secret and its deliveries, sent or not. */
  readonly remove: (
    grant: OrganizationGrant<'organization.update'>,
    id: WebhookId,
  ) => ResultAsync<void, NotFound | Forbidden | Unavailable>;

  /** Lists the deliveries of a webhook, newest first, pending ones too. */
  readonly listDeliveries: (
    grant: OrganizationGrant<'organization.update'>,
    id: WebhookId,
    page: PageRequest,
  ) => ResultAsync<Page<Delivery>, NotFound | Unavailable>;

  /** Sends the bytes of a delivery again, as a new delivery with its own id. `conflict` with `webhook_inactive`. */
  readonly redeliver: (
    grant: OrganizationGrant<'organization.update'>,
    webhookId: WebhookId,
    id: DeliveryId,
  ) => ResultAsync<Delivery, NotFound | Forbidden | Conflict | Unavailable>;

  /**
   * Turns the oldest pending events into one delivery per subscribed, active webhook; returns how many events. Call it until it
   * returns 0. One transaction writes the deliveries and ends the event, so each event fans out once in any number of processes.
   */
  readonly fanOut: () => ResultAsync<number, Unavailable>;

  /**
   * Leases the webhook that has been due for longest; undefined when none is due, or the application has no `webhookSender` or
   * `secretBox`. Those of an organization, or of a user's organizations, that have their share of the leases of this process are
   * passed over, so that slow or dead webhooks keep nobody else's waiting, whatever their number.
   */
  readonly leaseWebhook: () => ResultAsync<DeliveryLease | undefined, Unavailable>;

  /**
   * Sends the leased batch, all at once, and records the outcomes in one transaction. After a crash the next lease repeats the
   * attempts under the same delivery ids, so a receiver hears at least once. Sends nothing when the lease would end before its
   * slowest request.
   */
  readonly deliver: (lease: DeliveryLease) => ResultAsync<DeliveredBatch, Unavailable>;
}

export const createWebhooks = (ports: Ports): Webhooks => {
  const leased = createLeasedWebhooks();
  return {
    list: listWebhooks(ports),
    create: createWebhook(ports),
    update: updateWebhook(ports),
    remove: deleteWebhook(ports),
    listDeliveries: listDeliveries(ports),
    redeliver: redeliver(ports),
    fanOut: fanOutNext(ports),
    leaseWebhook: leaseWebhook(ports, leased),
    deliver: deliverBatch(ports, leased),
  };
};
