import type { Application } from '@svc/core';
import type { Unavailable } from '@svc/core/model';
import type { ResultAsync } from 'neverthrow';

const SECOND_MS = 1000;

/**
 * What the service leaves to the embedding program, as often as the README of @svc/core says. With a `connector`, a `webhookSender` or a `mailer` there is more
 * to do. No run begins before the last one has ended, and one that fails is made again.
 */
export const startJobs = ({ maintenance, tree, usage, webhooks }: Application, onFault: (fault: unknown) => void): void => {
  const every = (intervalMs: number, run: () => ResultAsync<unknown, Unavailable>): void => {
    const runOnce = async (): Promise<void> => {
      try {
        const outcome = await run();
        if (outcome.isErr()) onFault(outcome.error);
      } catch (fault) {
        // A bug in here must not end the application: such work can wait.
        onFault(fault);
      }
      every(intervalMs, run);
    };
    setTimeout(() => void runOnce(), intervalMs).unref();
  };
  every(SECOND_MS, webhooks.fanOut);
  every(60 * SECOND_MS, maintenance.sweep);
  every(3600 * SECOND_MS, maintenance.reconcileUsage);
  every(10 * SECOND_MS, maintenance.indexNames);
  every(10 * SECOND_MS, tree.verifyNext);
  every(5 * SECOND_MS, usage.writeDownloads);
};
