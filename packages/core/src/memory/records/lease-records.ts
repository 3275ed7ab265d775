import type { LeaseRecords } from '../../ports/records/lease-records.js';
import type { DraftTables } from '../tables.js';

export const leaseRecords = (tables: DraftTables): LeaseRecords => ({
  claim: async (name, holder, now, expiresAt, beyond = Number.POSITIVE_INFINITY) => {
    const row = tables.leases.get(name);
    const isHolder = row?.holder === holder;
    const isHeld = row?.holder !== undefined && row.expiresAt > now && row.expiresAt <= beyond;
    if (isHeld && !isHolder) return undefined;
    const fence = (row?.fence ?? 0) + (isHolder ? 0 : 1);
    tables.leases.put(name, { holder, fence, expiresAt });
    return { name, fence, expiresAt };
  },
  release: async (name, holder) => {
    const row = tables.leases.get(name);
    if (row?.holder === holder) tables.leases.put(name, { ...row, holder: undefined });
  },
});
