import type { Instant } from '@svc/core/model';
import type { LeaseRecords } from '@svc/core/ports';
import { sql } from 'kysely';
import type { SqlSource } from './sql-source.js';

/** The end of the claim that holds. The row is written, and made where there is none: who wants to claim it waits for this transaction, or goes again. */
const endOf = async (db: SqlSource['db'], name: string, now: Instant, beyond: Instant): Promise<Instant | undefined> => {
  const [row] = await db
    .insertInto('leases')
    .values({ name, holder: null, fence: 0, expires_at: 0 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ fence: sql<number>`leases.fence` }))
    .returning(['holder', 'expires_at as expiresAt'])
    .execute();
  const isHeld = row !== undefined && row.holder !== null && row.expiresAt > now && row.expiresAt <= beyond;
  return isHeld ? row.expiresAt : undefined;
};

/** The holder of every shared claim: none of them knows of the others. */
const sharers = 'shared';

export const leaseRecords = ({ db }: SqlSource): LeaseRecords => ({
  claim: async (name, holder, now, expiresAt, beyond) => {
    // One statement, so that of two processes that find the lease free the database lets one write first.
    const [row] = await db
      .insertInto('leases')
      .values({ name, holder, fence: 1, expires_at: expiresAt })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({
            holder,
            fence: sql<number>`leases.fence + case when leases.holder = ${holder} then 0 else 1 end`,
            expires_at: expiresAt,
          })
          .where((lease) =>
            lease.or([
              lease('leases.holder', 'is', null),
              lease('leases.holder', '=', holder),
              lease('leases.expires_at', '<=', now),
              ...(beyond === undefined ? [] : [lease('leases.expires_at', '>', beyond)]),
            ]),
          ),
      )
      .returning('fence')
      .execute();
    return row && { name, fence: row.fence, expiresAt };
  },
  release: async (name, holder) => {
    await db.updateTable('leases').set({ holder: null }).where('name', '=', name).where('holder', '=', holder).execute();
  },
  claimShared: async (name, now, expiresAt, beyond = Number.MAX_SAFE_INTEGER) => {
    const held = await endOf(db, name, now, beyond);
    const end = Math.max(expiresAt, held ?? expiresAt);
    await db
      .updateTable('leases')
      .set({ holder: sharers, expires_at: end, fence: sql<number>`fence + ${held === undefined ? 1 : 0}` })
      .where('name', '=', name)
      .execute();
    return held !== undefined;
  },
  holdFree: async (name, now, beyond = Number.MAX_SAFE_INTEGER) => (await endOf(db, name, now, beyond)) === undefined,
});
