import type { Application, DeliveryLease } from '@svc/core';
import type { Unavailable } from '@svc/core/model';
import { okAsync, type ResultAsync } from 'neverthrow';
import { setTimeout as sleep } from 'node:timers/promises';
import { attempt, type OnJobFault } from './attempt.js';
import { startLoop } from './loop.js';

/** Fans events out to webhooks, delivers them, and sends queued mails. Several processes share all of it. */
export interface Dispatcher {
  /**
   * Nothing begins any more; resolves when what is under way has ended, and after `graceMs` at the latest: whichever process comes next makes a
   * delivery again that was cut off.
   */
  stop(graceMs: number): Promise<void>;
}

export interface DispatcherOptions {
  /** How long to wait after a look that has found nothing. */
  readonly intervalMs: number;
  readonly mailIntervalMs: number;
  /** How many webhooks this process delivers to at a time. */
  readonly maxLeases: number;
  readonly onFault: OnJobFault;
}

type Work = Pick<Application, 'webhooks' | 'mails'>;

/** Leases webhooks for as long as any is due and this process may have more; it delivers to each beside the others. */
const createDeliveries = (webhooks: Work['webhooks'], { maxLeases, onFault }: DispatcherOptions, wake: () => void) => {
  const running = new Set<Promise<void>>();
  const deliver = async (lease: DeliveryLease): Promise<void> => {
    const attempted = await attempt('webhooks.deliver', () => webhooks.deliver(lease), onFault);
    if (attempted.kind !== 'done') return;
    const { retryInMs } = attempted.outcome;
    if (retryInMs !== undefined) setTimeout(wake, retryInMs).unref();
  };
  const step = (): ResultAsync<boolean, Unavailable> => {
    if (running.size >= maxLeases) return okAsync(false);
    return webhooks.leaseWebhook().map((lease) => {
      if (lease === undefined) return false;
      const delivering = deliver(lease).finally(() => {
        running.delete(delivering);
        wake();
      });
      running.add(delivering);
      return true;
    });
  };
  return { step, running };
};

/** Begins at once. */
export const startDispatcher = ({ webhooks, mails }: Work, options: DispatcherOptions): Dispatcher => {
  const { intervalMs, mailIntervalMs, onFault } = options;
  const deliveries = createDeliveries(webhooks, options, () => delivering.wake());
  const delivering = startLoop(deliveries.step, { job: 'webhooks.leaseWebhook', intervalMs, onFault });
  const fanOut = () =>
    webhooks.fanOut().map((events) => {
      if (events > 0) delivering.wake();
      return events > 0;
    });
  const fanningOut = startLoop(fanOut, { job: 'webhooks.fanOut', intervalMs, onFault });
  const mailing = startLoop(mails.sendNext, { job: 'mails.sendNext', intervalMs: mailIntervalMs, onFault });
  return {
    stop: async (graceMs) => {
      const stopped = Promise.all([fanningOut.stop(), delivering.stop(), mailing.stop()]).then(() =>
        Promise.all(deliveries.running),
      );
      await Promise.race([stopped, sleep(graceMs, undefined, { ref: false })]);
    },
  };
};
