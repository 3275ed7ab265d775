import { ok, okAsync, type Result, type ResultAsync, safeTry } from 'neverthrow';
import type { Unavailable } from '../../model/app-error.js';
import { beyondSchedule, type Instant, type UserId } from '../../model/values/index.js';
import type { Webhook } from '../../model/webhook.js';
import type { Ports } from '../../ports/ports.js';
import type { ClaimedDelivery } from '../../ports/records/delivery-records.js';
import type { DueWebhook } from '../../ports/records/webhook-records.js';
import type { Records } from '../../ports/unit-of-work.js';
import type { LeasedWebhooks } from './leased-webhooks.js';

/** How many requests to one webhook are under way at a time, over all processes. */
const deliveriesPerBatch = 16;
/** A lease lasts as long as its slowest request, and until that is recorded; after so long somebody else begins what is left of it. */
const leaseMs = 20_000;
/** Somebody else may be quicker with some of them. */
const candidates = 16;

/** The right to deliver to one webhook, which one process has at a time, with attempts that are committed as begun. */
export interface DeliveryLease {
  readonly webhook: Webhook;
  readonly holder: string;
  /** At least one. */
  readonly deliveries: readonly ClaimedDelivery[];
  /** From then on somebody else may have the lease, and makes the same attempts. */
  readonly until: Instant;
}

interface Claimed {
  readonly lease: DeliveryLease;
  readonly ownerIds: readonly UserId[];
}

const claim = async (
  { webhooks, deliveries, organizations }: Records,
  due: DueWebhook,
  holder: string,
  now: Instant,
): Promise<Result<Claimed | undefined, never>> => {
  const until = now + leaseMs;
  const webhook = await webhooks.leaseWebhook(due, holder, until);
  if (webhook === undefined) return ok(undefined);
  const claimed = await deliveries.claim(webhook.id, holder, now, until, deliveriesPerBatch, beyondSchedule(now, leaseMs));
  if (claimed.length > 0) {
    const ownerIds = await organizations.listOwners(webhook.organizationId);
    return ok({ lease: { webhook, holder, deliveries: claimed, until }, ownerIds });
  }
  // What was due has gone meanwhile.
  await webhooks.endDeliveryLease(webhook.id, holder, webhook);
  return ok(undefined);
};

type LeasePorts = Pick<Ports, 'unitOfWork' | 'clock' | 'random' | 'secretBox' | 'webhookSender'>;

export const leaseWebhook =
  ({ unitOfWork, clock, random, secretBox, webhookSender }: LeasePorts, leased: LeasedWebhooks) =>
  (): ResultAsync<DeliveryLease | undefined, Unavailable> => {
    // Where nobody can deliver, deliveries wait until somebody can.
    if (secretBox === undefined || webhookSender === undefined) return okAsync(undefined);
    return safeTry(async function* () {
      const now = clock.now();
      const choice = { passedOver: leased.passedOver(now), beyond: beyondSchedule(now, leaseMs) };
      const due = yield* await unitOfWork.read(({ webhooks }) => webhooks.listDue(now, candidates, choice));
      for (const one of due) {
        const holder = random.uuid();
        const claimed = yield* await unitOfWork.transact((records) => claim(records, one, holder, clock.now()));
        if (claimed === undefined) continue;
        const { lease, ownerIds } = claimed;
        leased.add(holder, lease.webhook, ownerIds, lease.until);
        return ok(lease);
      }
      return ok(undefined);
    });
  };
