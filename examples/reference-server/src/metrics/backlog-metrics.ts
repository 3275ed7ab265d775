import type { Application } from '@svc/core';
import type { Backlogs } from '@svc/core/ports';
import { Gauge, type Registry } from 'prom-client';

/** So long an answer of the database holds: several scrapers, or an eager one, ask it no more often. */
const keptMs = 5000;

/**
 * What waits in the whole service, so that each process tells the same; the database is asked when somebody scrapes. While it does not answer, the gauges
 * are absent, and the rest of the page is there.
 */
export const backlogMetrics = (
  registry: Registry,
  readBacklogs: Application['operator']['readBacklogs'],
): (() => Promise<void>) => {
  const registers = [registry];
  const waiting = new Gauge({
    name: 'svc_queue_length',
    help: 'What waits in the queue',
    labelNames: ['queue'] as const,
    registers,
  });
  const age = new Gauge({
    name: 'svc_queue_oldest_age_seconds',
    help: 'For how long the first in the queue has waited; 0 while it is empty',
    labelNames: ['queue'] as const,
    registers,
  });
  const bytes = new Gauge({
    name: 'svc_verification_pending_bytes',
    help: 'Sizes of the objects whose verification was put off',
    registers,
  });
  const dead = new Gauge({ name: 'svc_gc_dead_bytes', help: 'What no object needs in packs that some object needs', registers });
  const database = new Gauge({ name: 'svc_database_up', help: 'Whether the database has answered what waits', registers });

  const show = ({ events, deliveries, mails, verifications, awaitedUploads, openSessions, collections }: Backlogs): void => {
    const now = Date.now();
    const queues = {
      events,
      webhook_deliveries: deliveries,
      mails,
      verifications,
      awaited_uploads: awaitedUploads,
      open_sessions: openSessions,
      gc_visits: collections,
    };
    for (const [queue, { count, oldestAt = now }] of Object.entries(queues)) {
      waiting.set({ queue }, count);
      // What was listed as due from the beginning of time on is due since its listing, which nobody knows.
      age.set({ queue }, oldestAt === 0 ? 0 : Math.max(0, now - oldestAt) / 1000);
    }
    bytes.set(verifications.bytes);
    dead.set(collections.deadBytes);
  };
  const hide = (): void => {
    for (const gauge of [waiting, age, bytes, dead]) gauge.reset();
  };

  const refresh = async (): Promise<void> => {
    const read = await readBacklogs();
    database.set(read.isOk() ? 1 : 0);
    if (read.isOk()) show(read.value);
    else hide();
  };
  let last: { readonly at: number; readonly refreshed: Promise<void> } | undefined;
  return () => {
    const at = performance.now();
    if (last === undefined || at - last.at >= keptMs) last = { at, refreshed: refresh() };
    return last.refreshed;
  };
};
