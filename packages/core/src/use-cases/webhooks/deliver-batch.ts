import { ok, type Result, ResultAsync } from 'neverthrow';
import type { Unavailable } from '../../model/app-error.js';
import { auditChanges, auditFacts, operatorAuditEvent } from '../../model/audit-event.js';
import type { Instant } from '../../model/values/index.js';
import type { AttemptOutcome, Webhook } from '../../model/webhook.js';
import type { Ports } from '../../ports/ports.js';
import type { ClaimedDelivery } from '../../ports/records/delivery-records.js';
import type { Records } from '../../ports/unit-of-work.js';
import type { WebhookAnswer } from '../../ports/webhook-sender.js';
import { notifyManagers } from '../../steps/notify/notify-managers.js';
import { afterAttempt, healthAfter, type EndedAttempt } from './after-deliveries.js';
import { fanOutAll } from './fan-out.js';
import type { DeliveryLease } from './lease-webhook.js';
import type { LeasedWebhooks } from './leased-webhooks.js';
import { signedHeaders } from './sign-delivery.js';
import { webhookSecretContext } from './webhook-secret.js';
import { hostOf } from './webhook-details.js';

type DeliverPorts = Pick<
  Ports,
  'unitOfWork' | 'clock' | 'random' | 'hasher' | 'secretBox' | 'webhookSender' | 'mailer' | 'settings'
>;

/** A request takes no longer: ten seconds, and a little for the answer's end (`WebhookSender`). */
const longestRequestMs = 11_000;
/** How long to wait before what came of the attempts is written again. */
const recordAgainMs = 500;

export interface DeliveredBatch {
  /** When the first of its deliveries is to be tried again: a caller that looks then keeps to the times between attempts. Undefined when none is. */
  readonly retryInMs: number | undefined;
}

const nothingToRetry: DeliveredBatch = { retryInMs: undefined };

interface Attempt {
  readonly claimed: ClaimedDelivery;
  readonly outcome: AttemptOutcome;
}

/** Spec 6.3: any 2xx is success. */
const readAnswer = (answer: WebhookAnswer): Omit<AttemptOutcome, 'durationMs'> => {
  if (answer.kind === 'failed') return { httpStatus: undefined, fault: answer.fault };
  const { status: httpStatus } = answer;
  // RFC 9110, section 15: there are no others, though a receiver can send them.
  if (httpStatus < 100 || httpStatus > 599) return { httpStatus: undefined, fault: 'http_status' };
  if (httpStatus >= 200 && httpStatus < 300) return { httpStatus, fault: undefined };
  return { httpStatus, fault: httpStatus >= 300 && httpStatus < 400 ? 'redirect' : 'http_status' };
};

const attempt = async (
  { webhookSender, hasher, clock }: DeliverPorts,
  { url }: Webhook,
  secret: string | undefined,
  claimed: ClaimedDelivery,
): Promise<Attempt> => {
  const { delivery } = claimed;
  if (secret === undefined || webhookSender === undefined) {
    return { claimed, outcome: { httpStatus: undefined, fault: 'secret_unreadable', durationMs: 0 } };
  }
  const begunAt = clock.now();
  const headers = signedHeaders(hasher, secret, delivery, begunAt);
  const answer = await webhookSender.send({ url, headers, body: delivery.body });
  return { claimed, outcome: { ...readAnswer(answer), durationMs: Math.max(0, clock.now() - begunAt) } };
};

const switchOff = async (
  ports: DeliverPorts,
  records: Records,
  webhook: Webhook,
  consecutiveFailures: number,
  now: Instant,
): Promise<void> => {
  const { id, organizationId } = webhook;
  const host = hostOf(webhook);
  const details = {
    ...auditFacts({ host, consecutive_failures: consecutiveFailures }),
    ...auditChanges({ active: true }, { active: false }),
  };
  await records.audit.append(operatorAuditEvent(organizationId, 'webhook.disabled', id, now, details));
  const data = { webhook_id: id, host, consecutive_failures: consecutiveFailures };
  await notifyManagers(ports, records, { organizationId, type: 'webhook.disabled', data }, { isMailed: true }, now);
};

const record = async (
  ports: DeliverPorts,
  records: Records,
  { webhook: { id, organizationId }, holder }: DeliveryLease,
  attempts: readonly Attempt[],
): Promise<Result<DeliveredBatch, never>> => {
  const now = ports.clock.now();
  const webhook = await records.webhooks.find(organizationId, id);
  if (webhook === undefined) return ok(nothingToRetry);
  const settled: EndedAttempt[] = [];
  for (const { claimed, outcome } of attempts) {
    const after = afterAttempt(claimed.delivery.attempts, outcome, now);
    if (await records.deliveries.recordOutcome(claimed, outcome, after)) settled.push({ outcome, after });
  }
  const health = healthAfter(webhook, settled, now);
  const isSwitchedOff = webhook.isActive && !health.isActive;
  if (isSwitchedOff) await fanOutAll(ports, records, organizationId, now);
  await records.webhooks.endDeliveryLease(id, holder, health);
  if (isSwitchedOff) await switchOff(ports, records, webhook, health.consecutiveFailures, now);
  const delays = settled.flatMap(({ after }) => (after.kind === 'retry' ? [after.dueAt - now] : []));
  return ok(delays.length === 0 ? nothingToRetry : { retryInMs: Math.min(...delays) });
};

/** Tries for as long as nobody else has the lease: what a receiver has heard once should not be sent again because a database was away, or busy. */
const recordInTime = async (
  ports: DeliverPorts,
  lease: DeliveryLease,
  attempts: readonly Attempt[],
): Promise<Result<DeliveredBatch, Unavailable>> => {
  const { clock, unitOfWork } = ports;
  for (;;) {
    const recorded = await unitOfWork.transact((records) => record(ports, records, lease, attempts));
    if (recorded.isOk() || clock.after === undefined || clock.now() + recordAgainMs >= lease.until) return recorded;
    await new Promise<void>((resolve) => clock.after?.(recordAgainMs, resolve));
  }
};

export const deliverBatch =
  (ports: DeliverPorts, leased?: LeasedWebhooks) =>
  (lease: DeliveryLease): ResultAsync<DeliveredBatch, Unavailable> => {
    const run = async (): Promise<Result<DeliveredBatch, Unavailable>> => {
      const { webhook, deliveries } = lease;
      const secret = await ports.secretBox?.open(webhook.sealedSecret, webhookSecretContext(webhook));
      if (ports.clock.now() + longestRequestMs > lease.until) return ok(nothingToRetry);
      const attempts = await Promise.all(deliveries.map((claimed) => attempt(ports, webhook, secret, claimed)));
      return recordInTime(ports, lease, attempts);
    };
    return new ResultAsync(run().finally(() => leased?.remove(lease.holder)));
  };
