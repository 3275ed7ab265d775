import type { LedgerEntry } from '../../model/usage/usage.js';
import type { Records } from '../../ports/unit-of-work.js';
import { noteCharged } from './note-quota.js';

/**
 * Writes the entry into the ledger and adds it to what the organization uses; when that crosses the warning threshold or the limit of the plan, the event
 * is written with it. The row that is charged stays held, so each crossing is told of once, however many charge at the same time.
 */
export const chargeUsage = async (records: Records, entry: LedgerEntry): Promise<void> => {
  const charged = await records.usage.charge(entry);
  if (charged !== undefined && entry.storageMode === 'managed') {
    await noteCharged(records, entry.organizationId, charged, entry.at);
  }
};
