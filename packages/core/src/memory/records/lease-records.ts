import type { LeaseRecords } from '../../ports/records/lease-records.js';
import type { Instant } from '../../model/values/index.js';
import type { DraftTables } from '../tables.js';

/** The holder of every shared claim: none of them knows of the others. */
const sharers = 'shared';

export const leaseRecords = (tables: DraftTables): LeaseRecords => {
  /** The end of the claim that holds. */
  const endOf = (name: string, now: Instant, beyond: Instant): Instant | undefined => {
    const row = tables.leases.get(name);
    return row?.holder !== undefined && row.expiresAt > now && row.expiresAt <= beyond ? row.expiresAt : undefined;
  };
  return {
    claim: async (name, holder, now, expiresAt, beyond = Number.POSITIVE_INFINITY) => {
      const row = tables.leases.get(name);
      const isHolder = row?.holder === holder;
      const isHeld = endOf(name, now, beyond) !== undefined;
      if (isHeld && !isHolder) return undefined;
      const fence = (row?.fence ?? 0) + (isHolder ? 0 : 1);
      tables.leases.put(name, { holder, fence, expiresAt });
      return { name, fence, expiresAt };
    },
    release: async (name, holder) => {
      const row = tables.leases.get(name);
      if (row?.holder === holder) tables.leases.put(name, { ...row, holder: undefined });
    },
    claimShared: async (name, now, expiresAt, beyond = Number.POSITIVE_INFINITY) => {
      const end = endOf(name, now, beyond);
      const fence = (tables.leases.get(name)?.fence ?? 0) + (end === undefined ? 1 : 0);
      tables.leases.put(name, { holder: sharers, fence, expiresAt: Math.max(expiresAt, end ?? expiresAt) });
      return end !== undefined;
    },
    holdFree: async (name, now, beyond = Number.POSITIVE_INFINITY) => endOf(name, now, beyond) === undefined,
  };
};
