import { err, ok, type Result } from 'neverthrow';
import type { QuotaExceeded } from '../model/app-error.js';
import { exceedsCount } from '../model/quotas/count-limit.js';
import type { UserId } from '../model/values/index.js';
import type { Records } from '../ports/unit-of-work.js';

/** Refuses to make the user OWNER of one more organization than they may own; holds them until the transaction ends, so that two cannot both be the last. */
export const demandOwnership = async (
  records: Records,
  userId: UserId,
  maxOwned: number,
): Promise<Result<void, QuotaExceeded>> => {
  await records.users.lock(userId);
  const exceeded = exceedsCount('max_owned_organizations', maxOwned, await records.organizations.countOwned(userId));
  return exceeded === undefined ? ok() : err(exceeded);
};
