import type { QueueQueries } from '../../ports/records/queue-queries.js';
import { backlogOf } from '../backlog-of.js';
import type { ReadableTables } from '../tables.js';

const all = (): boolean => true;

export const queueQueries = (tables: ReadableTables): QueueQueries => ({
  backlogs: async (now) => {
    const verifications = tables.pendingVerifications.where(all).map(({ verification }) => verification);
    const collections = tables.treeCollections.where(all);
    const isDue = (dueAt: number): boolean => dueAt <= now;
    return {
      events: backlogOf(tables.pendingEvents.where(all).map(({ event }) => event.occurredAt)),
      deliveries: backlogOf(
        tables.deliveries
          .where(({ dueAt, delivery }) => dueAt !== undefined && tables.webhooks.get(delivery.webhookId)?.dueAt !== undefined)
          .map(({ delivery }) => delivery.createdAt),
      ),
      mails: backlogOf(tables.queuedMails.where(all).map(({ queued }) => queued.createdAt)),
      verifications: {
        ...backlogOf(verifications.map(({ requestedAt }) => requestedAt)),
        bytes: verifications.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      },
      awaitedUploads: backlogOf(
        tables.uploadSessions
          .where(all)
          .flatMap(({ dueAt }) => (dueAt === undefined ? [] : [dueAt]))
          .filter(isDue),
      ),
      openSessions: backlogOf(
        tables.uploadSessions
          .where(({ session }) => session.kind === 'session' && session.status === 'OPEN' && session.expiresAt > now)
          .map(({ session }) => session.createdAt),
      ),
      collections: {
        ...backlogOf(collections.map(({ dueAt }) => dueAt).filter(isDue)),
        deadBytes: collections.reduce((sum, { deadBytes }) => sum + deadBytes, 0),
      },
    };
  },
});
