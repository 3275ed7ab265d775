import { err, ok, type Result } from 'neverthrow';
import { type Conflict, conflict, type QuotaExceeded } from '../app-error.js';
import type { Role } from '../permissions/role.js';
import { exceedsCount } from '../quotas/count-limit.js';

/** Read while the organization is held. */
export interface MembershipFacts {
  /** The user's role now; undefined for somebody who is no member yet. */
  readonly current: Role | undefined;
  readonly wanted: Role;
  /** Whether an OWNER stays whose account is active. */
  readonly hasOtherOwner: boolean;
  readonly members: number;
  /** Undefined: unlimited. */
  readonly maxMembers: number | undefined;
}

/** Whether a user may get a role: the last OWNER who can act keeps theirs, and a newcomer needs a free place in the plan. */
export const decideMembership = (facts: MembershipFacts): Result<void, Conflict | QuotaExceeded> => {
  const { current, wanted, hasOtherOwner, members, maxMembers } = facts;
  if (current === 'OWNER' && wanted !== 'OWNER' && !hasOtherOwner) return err(conflict('last_owner'));
  const refusal = current === undefined ? exceedsCount('max_members', maxMembers, members) : undefined;
  return refusal === undefined ? ok() : err(refusal);
};
