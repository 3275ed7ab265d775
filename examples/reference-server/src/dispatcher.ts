import type { Application, DeliveryLease } from '@svc/core';
import type { Unavailable } from '@svc/core/model';
import { okAsync, type ResultAsync } from 'neverthrow';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { startLoop } from './loop.js';

/** Hands events on to webhooks, delivers them, and sends queued mails. Several processes share all of it. */
export interface Dispatcher {
  /**
   * Nothing begins any more; resolves when what is under way has ended, and after `graceMs` at the latest: a delivery that is cut off is made again by
   * whoever comes next.
   */
  stop(graceMs: number): Promise<void>;
}

export interface DispatcherOptions {
  /** How long to wait after a look that has found nothing. */
  readonly intervalMs: number;
  readonly mailIntervalMs: number;
  /** How many webhooks this process delivers to at a time. */
  readonly maxTurns: number;
  readonly log: Pick<Logger, 'warn' | 'error'>;
}

type Work = Pick<Application, 'webhooks' | 'mails'>;

/** Claims turns for as long as there are any and this process may have more; each is carried out beside the others. */
const turnClaims = (webhooks: Work['webhooks'], { maxTurns, log }: DispatcherOptions, wake: () => void) => {
  const running = new Set<Promise<void>>();
  const carryOut = async (turn: DeliveryLease): Promise<void> => {
    try {
      const delivered = await webhooks.deliver(turn);
      if (delivered.isErr()) log.warn({ part: delivered.error.part }, 'delivery of webhooks not recorded');
      else if (delivered.value.retryInMs !== undefined) setTimeout(wake, delivered.value.retryInMs).unref();
    } catch (fault) {
      // A bug in here must not end the server: the attempts are begun again when their time is over.
      log.error({ err: fault }, 'delivery of webhooks failed');
    }
  };
  const step = (): ResultAsync<boolean, Unavailable> => {
    if (running.size >= maxTurns) return okAsync(false);
    return webhooks.leaseWebhook().map((turn) => {
      if (turn === undefined) return false;
      const carried = carryOut(turn).finally(() => {
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
  const claims = turnClaims(webhooks, options, () => delivering.wake());
  const delivering = startLoop(claims.step, { name: 'delivery of webhooks', intervalMs, log });
  const fanOut = () =>
    webhooks.fanOut().map((taken) => {
      if (taken > 0) delivering.wake();
      return taken > 0;
    });
  const handingOn = startLoop(fanOut, { name: 'hand-on of events', intervalMs, log });
  const mailing = startLoop(mails.sendNext, { name: 'mail', intervalMs: mailIntervalMs, log });
  return {
    stop: async (graceMs) => {
      const stopped = Promise.all([handingOn.stop(), delivering.stop(), mailing.stop()]).then(() => Promise.all(claims.running));
      await Promise.race([stopped, sleep(graceMs, undefined, { ref: false })]);
    },
  };
};
