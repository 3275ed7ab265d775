import type { QueueQueries } from '@svc/core/ports';
import { sql } from 'kysely';
import { backlogOf, counted, oldest } from './backlog-of.js';
import type { SqlSource } from './sql-source.js';

/** Before everything that was ever due: a bound by which the index of what is due is taken, and not the whole table. */
const everDue = 0;

const summed = (column: string) => sql<number>`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`;

export const queueQueries = ({ db }: SqlSource): QueueQueries => ({
  backlogs: async (now) => {
    const events = await db
      .selectFrom('domain_events')
      .select([counted, oldest('occurred_at')])
      // A literal, since the index is one of these events alone.
      .where('is_pending', '=', sql.lit(1))
      .executeTakeFirstOrThrow();
    const deliveries = await db
      .selectFrom('webhook_deliveries')
      .select([counted, oldest('created_at')])
      .where('webhook_id', 'in', db.selectFrom('webhooks').select('id').where('due_at', '>=', everDue))
      .where('due_at', '>=', everDue)
      .executeTakeFirstOrThrow();
    const mails = await db
      .selectFrom('queued_mails')
      .select([counted, oldest('created_at')])
      .where('due_at', '>=', everDue)
      .executeTakeFirstOrThrow();
    const verifications = await db
      .selectFrom('pending_verifications')
      .select([counted, oldest('requested_at'), summed('size_bytes').as('bytes')])
      .where('due_at', '>=', everDue)
      .executeTakeFirstOrThrow();
    const awaited = await db
      .selectFrom('upload_sessions')
      .select([counted, oldest('lfs_due_at')])
      .where('lfs_due_at', '<=', now)
      .executeTakeFirstOrThrow();
    const sessions = await db
      .selectFrom('upload_sessions')
      .select([counted, oldest('created_at')])
      .where('status', '=', sql.lit('OPEN'))
      .where('kind', '=', 'session')
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow();
    const collections = await db
      .selectFrom('tree_collections')
      .select([counted, oldest('due_at')])
      .where('due_at', '<=', now)
      .executeTakeFirstOrThrow();
    const dead = await db
      .selectFrom('tree_collections')
      .select(summed('dead_bytes').as('bytes'))
      .where('due_at', '>=', everDue)
      .executeTakeFirstOrThrow();
    return {
      events: backlogOf(events),
      deliveries: backlogOf(deliveries),
      mails: backlogOf(mails),
      verifications: { ...backlogOf(verifications), bytes: verifications.bytes },
      awaitedUploads: backlogOf(awaited),
      openSessions: backlogOf(sessions),
      collections: { ...backlogOf(collections), deadBytes: dead.bytes },
    };
  },
});
