import type { Application, DeliveryLease } from '@svc/core';
import type { Unavailable } from '@svc/core/model';
import { okAsync, type ResultAsync } from 'neverthrow';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { startLoop } from './loop.js';

/** Fans events out to webhooks, delivers them, and sends queued mails. Several processes share all of it. */
export interface Dispatcher {
  /**
   * Nothing begins any more; resolves when what is under way has ended, and after `graceMs` at the latest: the process that
   * leases the webhook next makes a delivery again that was cut off.
   */
  stop(graceMs: number): Promise<void>;
}

export interface DispatcherOptions {
  /** How long to wait after a look that has found nothing. */
  readonly intervalMs: number;
  readonly mailIntervalMs: number;
  /** How many webhooks this process delivers to at a time. */
  readonly maxLeases: number;
  readonly log: Pick<Logger, 'warn' | 'error'>;
}

type Work = Pick<Application, 'webhooks' | 'mails'>;

/** Leases webhooks for as long as any are due and this process may have more; each is carried out beside the others. */
const deliveryLeases = (webhooks: Work['webhooks'], { maxLeases, log }: DispatcherOptions, wake: () => void) => {
  const running = new Set<Promise<void>>();
  const carryOut = async (lease: DeliveryLease): Promise<void> => {
    try {
      const delivered = await webhooks.deliver(lease);
      if (delivered.isErr()) log.warn({ part: delivered.error.part }, 'delivery of webhooks not recorded');
      else if (delivered.value.retryInMs !== undefined) setTimeout(wake, delivered.value.retryInMs).unref();
    } catch (fault) {
      // A bug in here must not end the server: the attempts are begun again when their time is over.
      log.error({ err: fault }, 'delivery of webhooks failed');
    }
  };
  const step = (): ResultAsync<boolean, Unavailable> => {
    if (running.size >= maxLeases) return okAsync(false);
    return webhooks.leaseWebhook().map((lease) => {
      if (lease === undefined) return false;
      const carried = carryOut(lease).finally(() => {
        running.delete(carried);
        wake();
      });
      running.add(carried);
      return true;
    });
  };
  return { step, running };
};

/** Begins at once. */
export const startDispatcher = ({ webhooks, mails }: Work, options: DispatcherOptions): Dispatcher => {
  const { intervalMs, mailIntervalMs, log } = options;
  const leases = deliveryLeases(webhooks, options, () => delivering.wake());
  const delivering = startLoop(leases.step, { name: 'delivery of webhooks', intervalMs, log });
  const fanOut = () =>
    webhooks.fanOut().map((taken) => {
      if (taken > 0) delivering.wake();
      return taken > 0;
    });
  const fanningOut = startLoop(fanOut, { name: 'fan-out of events', intervalMs, log });
  const mailing = startLoop(mails.sendNext, { name: 'mail', intervalMs: mailIntervalMs, log });
  return {
    stop: async (graceMs) => {
      const stopped = Promise.all([fanningOut.stop(), delivering.stop(), mailing.stop()]).then(() => Promise.all(leases.running));
      await Promise.race([stopped, sleep(graceMs, undefined, { ref: false })]);
    },
  };
};
