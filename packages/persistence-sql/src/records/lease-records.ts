import type { LeaseRecords } from '@svc/core/ports';
import { sql } from 'kysely';
import type { SqlSource } from './sql-source.js';

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
});
