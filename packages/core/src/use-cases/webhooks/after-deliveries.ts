import type { Instant } from '../../model/values/index.js';
import { type AttemptOutcome, maxAttempts, maxConsecutiveFailures, retryDelaysMs } from '../../model/webhook.js';
import type { AfterAttempt } from '../../ports/records/delivery-records.js';
import type { WebhookHealth } from '../../ports/records/webhook-records.js';

/** Spec 6.3: three attempts, half a second and then a second apart. */
export const afterAttempt = (attempt: number, { fault }: AttemptOutcome, now: Instant): AfterAttempt => {
  if (fault === undefined) return { kind: 'over', isSuccess: true };
  const delayMs = attempt < maxAttempts ? retryDelaysMs[attempt - 1] : undefined;
  return delayMs === undefined ? { kind: 'over', isSuccess: false } : { kind: 'retry', dueAt: now + delayMs };
};

export interface EndedAttempt {
  readonly outcome: AttemptOutcome;
  readonly after: AfterAttempt;
}

/**
 * Spec 3.2: a delivery that went well clears the counter, one that failed for good adds to it, and the tenth in a row switches the webhook off. An attempt
 * that is made again counts for nothing. A webhook that is off counts no further.
 */
export const healthAfter = (webhook: WebhookHealth, attempts: readonly EndedAttempt[], now: Instant): WebhookHealth => {
  let { isActive, consecutiveFailures, lastError } = webhook;
  for (const { outcome, after } of attempts) {
    lastError = outcome.fault;
    if (after.kind === 'retry') continue;
    if (!isActive) continue;
    consecutiveFailures = after.isSuccess ? 0 : consecutiveFailures + 1;
    if (consecutiveFailures >= maxConsecutiveFailures) isActive = false;
  }
  const lastDeliveryAt = attempts.length === 0 ? webhook.lastDeliveryAt : now;
  return { isActive, consecutiveFailures, lastError, lastDeliveryAt };
};
